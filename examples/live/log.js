/** How many events are kept in sight. */
const KEPT = 8;

const NAMES = ['exchange-ready', 'exchange-change', 'exchange-claim', 'exchange-error'];

/** Lists what the widget tells the page, the newest first. */
export function listen(widget, list) {
  for (const name of NAMES)
    widget.addEventListener(name, ({ detail }) => {
      list.querySelector('.none')?.remove();
      list.prepend(line(name, detail));
      while (list.children.length > KEPT) list.lastElementChild.remove();
    });
}

function line(name, detail) {
  const [row, time, what] = ['li', 'time', 'code'].map(tag => document.createElement(tag));
  time.textContent = new Date().toLocaleTimeString('ru-RU');
  what.textContent = detail ? `${name} ${JSON.stringify(detail)}` : name;
  row.append(time, what);
  return row;
}
