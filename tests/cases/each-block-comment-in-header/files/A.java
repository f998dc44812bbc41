class A {
    /** Sums. */
    @Test // slow
    public void sums() {
    }

    @Test /* new */ public void adds() {
        assertEquals(2, add(1, 1));
    }
}
