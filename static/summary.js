// Print, share, copy: each button is shown where this address and this phone can do it. The text can always be selected.
"use strict";
{
  const text = document.getElementById("text").textContent;
  const status = document.getElementById("shared");
  const offer = (id, can, act) => {
    const button = document.getElementById(id);
    button.hidden = !can;
    button.addEventListener("click", act);
  };
  offer("print", Boolean(window.print), () => window.print());
  // Share sheet and clipboard are there on https and localhost only.
  offer("share", Boolean(navigator.share), async () => {
    try { await navigator.share({ text }); } catch { /* put away again */ }
  });
  offer("copy", Boolean(navigator.clipboard), async () => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = "Copied.";
    } catch {
      status.textContent = "Copying is blocked. Select the text below.";
      document.getElementById("text").closest("details").open = true;
    }
  });
}
