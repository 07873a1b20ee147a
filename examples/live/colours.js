import { COLOUR_NAMES, checkColours, getDefaultColour } from './theme.js';

/**
 * The colours of the form: what the shop has chosen, what of it may be used, and what is said where it may not.
 * `onChange` is called after each change.
 */
export function createColourControls(form, onChange) {
  /** Chosen by the shop, name → `#rrggbb`; the others are the widget's own. */
  const chosenColours = new Map();
  const warnings = form.querySelector('.warnings');
  const getTheme = () => form.elements.theme.value;

  function setColour(name, value) {
    if (value === null) chosenColours.delete(name);
    else chosenColours.set(name, value);
    onChange();
  }
  for (const name of COLOUR_NAMES)
    form.elements[name].addEventListener('input', ({ target }) => setColour(name, target.value));
  form.addEventListener('click', ({ target }) => {
    const { reset, put, value } = target.dataset;
    if (reset) setColour(reset, null);
    if (put) setColour(put, value);
    // Both buttons go with what they were there for.
    if (reset ?? put) form.elements[reset ?? put].focus();
  });

  function showRefusals(refused) {
    for (const name of COLOUR_NAMES) {
      form.elements[name].value = chosenColours.get(name) ?? getDefaultColour(name, getTheme());
      form.querySelector(`[data-reset="${name}"]`).hidden = !chosenColours.has(name);
      form.querySelector(`output[for="${name}"]`).value = chosenColours.get(name) ?? 'по умолчанию';
      const conflict = refused.find(({ background, text }) => name === background || name === text);
      form.elements[name].setAttribute('aria-invalid', String(conflict !== undefined));
    }
    // As it was said before, it is not said again.
    const text = refused.map(({ message }) => message).join();
    if (warnings.dataset.shownText === text) return;
    warnings.dataset.shownText = text;
    warnings.replaceChildren(...refused.map(createWarning));
  }

  /** The colours that can be read, as the widget's properties. */
  return () => {
    const { good, refused } = checkColours(Object.fromEntries(chosenColours), getTheme());
    showRefusals(refused);
    return Object.entries(good).map(([name, value]) => [`--exchange-${name}`, value]);
  };
}

function createWarning({ message, text, suggestion }) {
  const [line, button] = ['p', 'button'].map(tag => document.createElement(tag));
  Object.assign(button, { type: 'button', className: 'b', textContent: `Поставить ${suggestion}` });
  Object.assign(button.dataset, { put: text, value: suggestion });
  line.append(message, ' ', button);
  return line;
}
