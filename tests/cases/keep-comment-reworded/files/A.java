class A {
    @Test // a second
    public void sums() {
    }
}
