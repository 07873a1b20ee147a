// Drives the claim that the widget shows. The server has these calls only when it runs with OPERATOR=demo.
const widget = document.querySelector('exchange-widget');
const said = document.querySelector('[role=status]');
const { pair, amount } = document.forms[0].elements;
const script = document.querySelector('script[src*="exchange-widget"]');
const simulator = new URL('/api/v1/simulator/claim/', script.src);

/** The claim that is shown: its id and the pair that it was made for. */
let shown = null;
let busy = false;

async function post(path, body) {
  const response = await fetch(new URL(path, simulator), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ok: response.ok, status: response.status, body: await response.json() };
}

async function drive(wish) {
  const driven = shown?.pair === pair.value ? await post(`${shown.id}/`, wish) : null;
  if (driven?.ok) {
    // The widget asks for the status every few seconds, and at once when the connection is back.
    window.dispatchEvent(new Event('online'));
    return driven;
  }
  if (driven?.status === 400) return driven;
  // From where the claim is nothing leads there: another one starts from the beginning.
  const [from, to] = pair.value.split(' ');
  const made = await post('', { from, to, ...wish });
  if (made.ok) {
    shown = { id: made.body.id, pair: pair.value };
    widget.setAttribute('claim', `${made.body.id}#${made.body.secret}`);
  }
  return made;
}

function tell({ ok, status, body }, label) {
  if (ok) said.textContent = `Заявка ${body.number}: ${label}`;
  else if (status === 404) said.textContent = 'Симулятора нет: запустите сервер с OPERATOR=demo.';
  else if (status === 400) said.textContent = 'Сумма не подходит. Введите её цифрами, например 40,50.';
  else said.textContent = body.detail;
}

document.forms[0].addEventListener('click', async ({ target }) => {
  if (busy || !(target instanceof HTMLButtonElement)) return;
  busy = true;
  said.textContent = 'Ведём заявку…';
  const { status, reason = null } = target.dataset;
  const sum = amount.value.replace(/\s/g, '').replace(',', '.') || null;
  try {
    const answer = await drive({ status, reason, amount: sum });
    tell(answer, target.textContent.trim());
    if (!answer.ok) return;
    for (const button of document.querySelectorAll('button[data-status]'))
      button.setAttribute('aria-pressed', String(button === target));
  } catch {
    said.textContent = 'Сервер не отвечает. Попробуйте ещё раз.';
  } finally {
    busy = false;
  }
});

// Enter in the sum is no way to leave the page.
document.forms[0].addEventListener('submit', event => event.preventDefault());
