use a::b;
fn one() {
    use c::d;
    mod inner {
        use e::f;
        fn two() {
            use g::h;
        }
    }
}
