import r2wc from '@r2wc/core';
import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { ofetch } from 'ofetch';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';

/** Initial units received per unit sent. The server's course replaces it. */
const course = signal(78.5);
const typed = signal({ side: 'from', text: '50' });

function calculateOtherAmount(): string {
  const { side, text } = typed.value;
  const amount = Number(text.replace(',', '.'));
  return (side === 'from' ? amount * course.value : amount / course.value).toFixed(2);
}

function AmountInput({ side, name }: { side: string; name: string }) {
  useSignals();
  return (
    <input
      name={name}
      inputMode="decimal"
      value={typed.value.side === side ? typed.value.text : calculateOtherAmount()}
      onChange={event => (typed.value = { side, text: event.target.value })}
    />
  );
}

/** A minimal form of this stack: two fields, one calculated from the other. */
function BareForm() {
  return (
    <form>
      <AmountInput side="from" name="fromSumma" />
      <AmountInput side="to" name="toSumma" />
    </form>
  );
}

const Element = r2wc<object, Root>(
  BareForm,
  { shadow: 'open' },
  {
    mount(container) {
      const root = createRoot(container);
      root.render(createElement(BareForm));
      return root;
    },
    update: root => root.render(createElement(BareForm)),
    unmount: root => root.unmount(),
  },
);
customElements.define('bare-form', Element);

ofetch<{ course: number }>('/course.json').then(
  response => (course.value = response.course),
  () => undefined,
);
