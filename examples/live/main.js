// The live page: what a shop chooses is put on the widget and into the code at once.
import { variants } from './code.js';
import { colours } from './colours.js';
import { copy } from './copy.js';
import { listen } from './log.js';
import { fill, open, title } from './pairs.js';

const form = document.querySelector('form');
const fields = form.elements;
const stage = document.querySelector('.stage');
const widget = stage.querySelector('exchange-widget');
const code = document.querySelector('pre code');
const said = form.querySelector('.said');
const { origin } = new URL(document.querySelector('script[src*="exchange-widget"]').src);

const theming = colours(form, draw);
/** What can be exchanged, once the server has said it. */
let pairs = null;
/** The newest build with the digest of its single script, where the server tells it. */
let build = null;
/** Properties that the widget has now. */
let set = [];

/** What the widget is to have; null takes an attribute away. */
function attributes() {
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

/** What the shop has changed of the seven properties. */
function properties() {
  const { radius, border, font } = fields;
  return [
    ...theming(),
    ...(radius.value === radius.defaultValue ? [] : [['--exchange-radius', `${radius.value}px`]]),
    ...(border.value ? [['--exchange-border', border.value]] : []),
    ...(font.value ? [['--exchange-font', font.value]] : []),
  ];
}

function draw() {
  const [given, look] = [attributes(), properties()];
  for (const [name, value] of given) {
    if (value === null) widget.removeAttribute(name);
    else if (widget.getAttribute(name) !== value) widget.setAttribute(name, value);
  }
  for (const [name] of set) widget.style.removeProperty(name);
  for (const [name, value] of look) widget.style.setProperty(name, value);
  set = look;
  widget.style.maxWidth = `${fields.width.value}px`;
  stage.dataset.theme = fields.theme.value;
  for (const name of ['width', 'radius'])
    form.querySelector(`output[for="${name}"]`).value = `${fields[name].value}\u00a0px`;
  const [from, to] = [fields.cur_from, fields.cur_to].map(({ value }) => pairs?.item(value));
  code.textContent = variants[document.forms.code.elements.variant.value]({
    origin,
    build,
    width: Number(fields.width.value),
    name: from && to ? `Обменять ${title(from)} на ${title(to)}` : 'Обменять валюту',
    attributes: Object.fromEntries(given.filter(([, value]) => value !== null)),
    properties: Object.fromEntries(look),
  });
}

/** Lists what can be received for what is sent, and its cities when one of the two is cash; the last answer counts. */
async function receive(wanted) {
  const sent = fields.cur_from.value;
  const items = await pairs.to(sent);
  if (sent !== fields.cur_from.value) return;
  fill(fields.cur_to, items, wanted);
  towns();
  draw();
}

function towns() {
  const cities = [fields.cur_from, fields.cur_to].flatMap(({ value }) => pairs.item(value)?.cities ?? []);
  fields.city.replaceChildren(...cities.map(({ code, name }) => new Option(name, code)));
  fields.city.closest('p').hidden = cities.length === 0;
}

/** Does what needs the server, and says so when it does not answer. */
async function ask(question) {
  fields.retry.hidden = true;
  try {
    await question();
    said.textContent = '';
  } catch {
    said.textContent = 'Сервер не\u00a0отвечает. Проверьте связь и\u00a0повторите.';
    fields.retry.hidden = false;
  }
}

async function start() {
  pairs ??= await open(origin);
  fill(fields.cur_from, pairs.from, 'USDTTRC20');
  await receive('SBERRUB');
}

form.addEventListener('input', ({ target }) => {
  if (target === fields.cur_from) return void ask(receive);
  if (target === fields.cur_to) towns();
  draw();
});
fields.retry.addEventListener('click', () => void ask(start));
// A pair that is picked in the widget itself is chosen, too.
widget.addEventListener('exchange-change', ({ detail }) => {
  if (
    detail.source !== 'user' ||
    !pairs ||
    detail.from + detail.to === fields.cur_from.value + fields.cur_to.value
  )
    return;
  fields.cur_from.value = detail.from;
  void ask(() => receive(detail.to));
});
document.forms.code.addEventListener('input', draw);
document.forms.code.elements.copy.addEventListener('click', () =>
  copy(code.parentElement, document.forms.code.querySelector('[role=status]')),
);
for (const one of document.forms) one.addEventListener('submit', event => event.preventDefault());

listen(widget, document.querySelector('.log'));
draw();
void ask(start);
// A server without single scripts has no such file.
const told = await fetch(new URL('/widget/integrity.json', origin)).catch(() => null);
if (told?.ok) {
  build = await told.json();
  document.querySelector('.single').hidden = false;
}
