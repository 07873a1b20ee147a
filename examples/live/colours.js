import { COLOURS, judge, ownColour } from './theme.js';

/**
 * The colours of the form: what the shop has chosen, what of it may be used, and what is said where it may not.
 * `onChange` is called after each change.
 */
export function colours(form, onChange) {
  /** Chosen by the shop, name → `#rrggbb`; the others are the widget's own. */
  const chosen = new Map();
  const warnings = form.querySelector('.warnings');
  const theme = () => form.elements.theme.value;

  function choose(name, value) {
    if (value === null) chosen.delete(name);
    else chosen.set(name, value);
    onChange();
  }
  for (const name of COLOURS)
    form.elements[name].addEventListener('input', ({ target }) => choose(name, target.value));
  form.addEventListener('click', ({ target }) => {
    const { reset, put, value } = target.dataset;
    if (reset) choose(reset, null);
    if (put) choose(put, value);
    // Both buttons go with what they were there for.
    if (reset ?? put) form.elements[reset ?? put].focus();
  });

  function show(refused) {
    for (const name of COLOURS) {
      form.elements[name].value = chosen.get(name) ?? ownColour(name, theme());
      form.querySelector(`[data-reset="${name}"]`).hidden = !chosen.has(name);
      form.querySelector(`output[for="${name}"]`).value = chosen.get(name) ?? 'по умолчанию';
      const bad = refused.find(({ behind, front }) => name === behind || name === front);
      form.elements[name].setAttribute('aria-invalid', String(bad !== undefined));
    }
    // As it was said before, it is not said again.
    const text = refused.map(({ says }) => says).join();
    if (warnings.dataset.said === text) return;
    warnings.dataset.said = text;
    warnings.replaceChildren(...refused.map(warning));
  }

  /** The colours that can be read, as the widget's properties. */
  return () => {
    const { good, refused } = judge(Object.fromEntries(chosen), theme());
    show(refused);
    return Object.entries(good).map(([name, value]) => [`--exchange-${name}`, value]);
  };
}

function warning({ says, front, put }) {
  const [line, button] = ['p', 'button'].map(tag => document.createElement(tag));
  Object.assign(button, { type: 'button', className: 'b', textContent: `Поставить ${put}` });
  Object.assign(button.dataset, { put: front, value: put });
  line.append(says, ' ', button);
  return line;
}
