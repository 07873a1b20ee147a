import { COLOUR_NAMES, checkColours, getDefaultColour } from './theme.js';

/**
 * Connects the colour fields: stores the chosen colours and shows a warning for each pair with low contrast. Returns a
 * function that reads the usable colours. `onChange` is called after each change.
 */
export function createColourControls(form, onChange) {
  /** Colours chosen by the user, name → `#rrggbb`. Other colours keep their defaults. */
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
    // Both buttons disappear on click, so the focus moves to the field.
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
    // Unchanged warnings are not announced again.
    const text = refused.map(({ message }) => message).join();
    if (warnings.dataset.shownText === text) return;
    warnings.dataset.shownText = text;
    warnings.replaceChildren(...refused.map(createWarning));
  }

  /** Returns the readable colours as custom properties of the widget. */
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
