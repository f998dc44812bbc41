"use strict";
(() => {
  let saved = null;
  try {
    saved = localStorage.getItem("phaser-lint-theme");
  } catch {
    // Storage is closed to a page in a sandbox; the system's theme it is.
  }
  if (saved === "light" || saved === "dark") document.documentElement.dataset.theme = saved;
})();
