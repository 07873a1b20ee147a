// Changes the status of the displayed claim. The server provides these endpoints only with OPERATOR=demo.
const widget = document.querySelector('exchange-widget');
const statusLine = document.querySelector('[role=status]');
const { pair, amount } = document.forms[0].elements;
const script = document.querySelector('script[src*="exchange-widget"]');
const simulator = new URL('/api/v1/simulator/claim/', script.src);

/** The displayed claim: its id and its pair. */
let shownClaim = null;
let isBusy = false;

async function postToSimulator(path, body) {
  const response = await fetch(new URL(path, simulator), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ok: response.ok, status: response.status, body: await response.json() };
}

async function advanceClaim(change) {
  const advanced =
    shownClaim?.pair === pair.value ? await postToSimulator(`${shownClaim.id}/`, change) : null;
  if (advanced?.ok) {
    // The widget polls every few seconds, and at once on `online`.
    window.dispatchEvent(new Event('online'));
    return advanced;
  }
  if (advanced?.status === 400) return advanced;
  // The status cannot be reached from the current one, so a new claim is created.
  const [from, to] = pair.value.split(' ');
  const created = await postToSimulator('', { from, to, ...change });
  if (created.ok) {
    shownClaim = { id: created.body.id, pair: pair.value };
    widget.setAttribute('claim', `${created.body.id}#${created.body.secret}`);
  }
  return created;
}

function showResult({ ok, status, body }, label) {
  if (ok) statusLine.textContent = `Заявка ${body.number}: ${label}`;
  else if (status === 404) statusLine.textContent = 'Симулятора нет: запустите сервер с OPERATOR=demo.';
  else if (status === 400) statusLine.textContent = 'Сумма не подходит. Введите её цифрами, например 40,50.';
  else statusLine.textContent = body.detail;
}

document.forms[0].addEventListener('click', async ({ target }) => {
  if (isBusy || !(target instanceof HTMLButtonElement)) return;
  isBusy = true;
  statusLine.textContent = 'Ведём заявку…';
  const { status, reason = null } = target.dataset;
  const sum = amount.value.replace(/\s/g, '').replace(',', '.') || null;
  try {
    const answer = await advanceClaim({ status, reason, amount: sum });
    showResult(answer, target.textContent.trim());
    if (!answer.ok) return;
    for (const button of document.querySelectorAll('button[data-status]'))
      button.setAttribute('aria-pressed', String(button === target));
  } catch {
    statusLine.textContent = 'Сервер не отвечает. Попробуйте ещё раз.';
  } finally {
    isBusy = false;
  }
});

// Enter in the amount field must not submit the form.
document.forms[0].addEventListener('submit', event => event.preventDefault());
