/** Maximum number of events in the list. */
const MAX_LOGGED_EVENTS = 8;

const EVENT_NAMES = [
  'exchange-ready',
  'exchange-change',
  'exchange-step',
  'exchange-claim',
  'exchange-error',
];

/** Lists the widget's events, newest first. */
export function logEvents(widget, list) {
  for (const name of EVENT_NAMES)
    widget.addEventListener(name, ({ detail }) => {
      list.querySelector('.none')?.remove();
      list.prepend(createLogLine(name, detail));
      while (list.children.length > MAX_LOGGED_EVENTS) list.lastElementChild.remove();
    });
}

function createLogLine(name, detail) {
  const [row, time, what] = ['li', 'time', 'code'].map(tag => document.createElement(tag));
  time.textContent = new Date().toLocaleTimeString('ru-RU');
  what.textContent = detail ? `${name} ${JSON.stringify(detail)}` : name;
  row.append(time, what);
  return row;
}
