// The live page: each setting updates the widget and the code snippet.
import { SNIPPETS } from './code.js';
import { createColourControls } from './colours.js';
import { copyText } from './copy.js';
import { logEvents } from './log.js';
import { fillSelect, loadCurrencies, formatTitle } from './pairs.js';

const form = document.querySelector('form');
const fields = form.elements;
const previewArea = document.querySelector('.stage');
const widget = previewArea.querySelector('exchange-widget');
const snippet = document.querySelector('pre code');
const statusLine = form.querySelector('.status');
const { origin } = new URL(document.querySelector('script[src*="exchange-widget"]').src);

const readColours = createColourControls(form, updatePreview);
/** Available currencies; null until they are loaded. */
let currencies = null;
/** The latest build with the digest of its single script; null if the server provides none. */
let build = null;
/** Custom properties set on the widget. */
let appliedProperties = [];

/** Returns the widget's attributes from the form; null removes an attribute. */
function readAttributes() {
  const { cur_from, cur_to, amount, city, rid, theme } = fields;
  const all = {
    cur_from: cur_from.value,
    cur_to: cur_to.value,
    amount: amount.value.trim(),
    city: city.closest('p').hidden ? '' : city.value,
    rid: rid.value.trim(),
    theme: theme.value === 'auto' ? '' : theme.value,
  };
  return Object.entries(all).map(([name, value]) => [name, value || null]);
}

/** Returns the custom properties that differ from their defaults. */
function readProperties() {
  const { radius, border, font } = fields;
  return [
    ...readColours(),
    ...(radius.value === radius.defaultValue ? [] : [['--exchange-radius', `${radius.value}px`]]),
    ...(border.value ? [['--exchange-border', border.value]] : []),
    ...(font.value ? [['--exchange-font', font.value]] : []),
  ];
}

function updatePreview() {
  const [attributeEntries, propertyEntries] = [readAttributes(), readProperties()];
  for (const [name, value] of attributeEntries) {
    if (value === null) widget.removeAttribute(name);
    else if (widget.getAttribute(name) !== value) widget.setAttribute(name, value);
  }
  for (const [name] of appliedProperties) widget.style.removeProperty(name);
  for (const [name, value] of propertyEntries) widget.style.setProperty(name, value);
  appliedProperties = propertyEntries;
  widget.style.maxWidth = `${fields.width.value}px`;
  previewArea.dataset.theme = fields.theme.value;
  for (const name of ['width', 'radius'])
    form.querySelector(`output[for="${name}"]`).value = `${fields[name].value}\u00a0px`;
  const [from, to] = [fields.cur_from, fields.cur_to].map(({ value }) => currencies?.item(value));
  snippet.textContent = SNIPPETS[document.forms.code.elements.variant.value]({
    origin,
    build,
    width: Number(fields.width.value),
    name: from && to ? `Обменять ${formatTitle(from)} на ${formatTitle(to)}` : 'Обменять валюту',
    attributes: Object.fromEntries(attributeEntries.filter(([, value]) => value !== null)),
    properties: Object.fromEntries(propertyEntries),
  });
}

/** Loads the receive currencies for the chosen send currency, and the cities for cash. Ignores outdated responses. */
async function loadReceiveList(preferredCode) {
  const sentCode = fields.cur_from.value;
  const items = await currencies.to(sentCode);
  if (sentCode !== fields.cur_from.value) return;
  fillSelect(fields.cur_to, items, preferredCode);
  updateCities();
  updatePreview();
}

function updateCities() {
  const cities = [fields.cur_from, fields.cur_to].flatMap(
    ({ value }) => currencies.item(value)?.cities ?? [],
  );
  fields.city.replaceChildren(...cities.map(({ code, name }) => new Option(name, code)));
  fields.city.closest('p').hidden = cities.length === 0;
}

/** Runs a request and shows an error with a retry button if it fails. */
async function tryRequest(request) {
  fields.retry.hidden = true;
  try {
    await request();
    statusLine.textContent = '';
  } catch {
    statusLine.textContent = 'Сервер не\u00a0отвечает. Проверьте связь и\u00a0повторите.';
    fields.retry.hidden = false;
  }
}

async function loadLists() {
  currencies ??= await loadCurrencies(origin);
  fillSelect(fields.cur_from, currencies.from, 'USDTTRC20');
  await loadReceiveList('SBERRUB');
}

form.addEventListener('input', ({ target }) => {
  if (target === fields.cur_from) return void tryRequest(loadReceiveList);
  if (target === fields.cur_to) updateCities();
  updatePreview();
});
fields.retry.addEventListener('click', () => void tryRequest(loadLists));
// A pair chosen in the widget also updates the form.
widget.addEventListener('exchange-change', ({ detail }) => {
  if (
    detail.source !== 'user' ||
    !currencies ||
    detail.from + detail.to === fields.cur_from.value + fields.cur_to.value
  )
    return;
  fields.cur_from.value = detail.from;
  void tryRequest(() => loadReceiveList(detail.to));
});
document.forms.code.addEventListener('input', updatePreview);
document.forms.code.elements.copy.addEventListener('click', () =>
  copyText(snippet.parentElement, document.forms.code.querySelector('[role=status]')),
);
for (const one of document.forms) one.addEventListener('submit', event => event.preventDefault());

logEvents(widget, document.querySelector('.log'));
updatePreview();
void tryRequest(loadLists);
// The file is missing if the server provides no single script.
const integrityResponse = await fetch(new URL('/widget/integrity.json', origin)).catch(() => null);
if (integrityResponse?.ok) {
  build = await integrityResponse.json();
  document.querySelector('.single').hidden = false;
}
