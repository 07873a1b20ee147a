/** Loads the currencies and directions available now. `api` is the exchange's origin. */
export async function loadCurrencies(api) {
  const get = async path => {
    const answer = await fetch(new URL(`/api/v1/calculator/${path}`, api));
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  };
  const [directions, ids] = await Promise.all([get(''), get('from/')]);
  const items = directions.flatMap(direction => direction.items ?? []);
  const filterByIds = list => items.filter(item => list.includes(item.id));
  const findByCode = code => items.find(one => one.code === code);
  return {
    /** Returns the currency with this code. */
    item: findByCode,
    /** Currencies that can be sent. */
    from: filterByIds(ids),
    /** Loads the currencies that can be received for this code. */
    to: async code => filterByIds(await get(`from/${findByCode(code).id}/`)),
  };
}

/** Fills a select by groups. Selects `preferredCode`, else the previous value, else the first currency. */
export function fillSelect(select, items, preferredCode) {
  const chosen = [preferredCode, select.value, items[0].code].find(code =>
    items.some(item => item.code === code),
  );
  const groups = [...new Set(items.map(item => item.group))].map(label => {
    const group = Object.assign(document.createElement('optgroup'), { label });
    const members = items.filter(item => item.group === label);
    group.append(...members.map(item => new Option(formatTitle(item), item.code)));
    return group;
  });
  select.replaceChildren(...groups);
  select.value = chosen;
  select.disabled = false;
}

/** Formats name and network: Tether TRC20. */
export function formatTitle({ name, network }) {
  return [name, network].filter(Boolean).join(' ');
}
