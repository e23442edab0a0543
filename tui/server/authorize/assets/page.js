// What the pages do beyond showing: copy a secret, or tell the window that opened this one what was decided.
"use strict";

const copy = document.getElementById("copy");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(copy.dataset.copies).textContent);
    copy.textContent = "Copied";
  });
}

const told = document.getElementById("told");
if (told && window.opener) {
  // Only the origin the application has registered may hear it.
  window.opener.postMessage(told.dataset.message, told.dataset.target);
  window.close();
}
