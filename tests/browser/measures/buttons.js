// The buttons that record, with all that unfolds around them open. A pass may follow a pass at one place.
export default () =>
  [...document.querySelectorAll("button")].flatMap((button, index) => {
    const { form, name } = button;
    if (!form || button.type !== "submit" || button.disabled || button.matches("#call [value='']")) return [];
    if ((button.getAttribute("formmethod") || form.method) !== "post" || button.closest("[hidden]")) return [];
    const action = new URL(button.getAttribute("formaction") || form.getAttribute("action") || "", location.href)
      .pathname;
    return [{ index, action, name, label: button.textContent.trim(), main: button.matches(".go") }];
  });
