class A {
    @Test // slow
    public void sums() {
    }
}
