import { useSignals } from '@preact/signals-react/runtime';
import type { Field } from '#core/contract/calculator.ts';
import { rate, withUnit } from '../figures.ts';
import { Note, Notes } from '../form/Notes.tsx';
import { grouped } from './grouped.ts';
import { Head, Steps } from './Head.tsx';
import { paths } from './icons.ts';
import { Summary } from './Summary.tsx';
import type { Line } from './Summary.tsx';
import type { Stage } from './stage.ts';

/** Minutes for which the course is frozen: a transfer on a network takes longer to be seen. */
const WINDOW = { crypto: 30, other: 20 } as const;

/** The last look before the claim is made; `sending` while it is being made. */
export function Confirm({ stage: { life, claim, acted } }: { stage: Stage }) {
  useSignals();
  const { exchange } = life;
  const phase = claim.phase.value;
  const sending = phase.phase === 'sending';
  const [from, to, type] = [exchange.from.value, exchange.to.value, exchange.courseType.value];
  const offer = exchange.offers.value.find(one => one.type === type);
  const [sent, received] = [exchange.text.from.value, exchange.text.to.value];
  const fields = exchange.draft.fields.value;
  const email = exchange.draft.email.value;
  const promocode = exchange.draft.promocode.value;
  const city = exchange.city.value;
  if (!from || !to || !offer) return null;

  const given = (side: 'from' | 'to', field: Field): Line => {
    const value = exchange.draft.value(side, field.name);
    const label = field.options?.find(one => one.value === value)?.label;
    return { name: field.label, value: label ?? grouped(field.type, value) };
  };
  const lines: Line[] = [
    { name: 'Отдаёте', value: withUnit(sent, from.ticker), big: true },
    { name: 'Получаете', value: withUnit(received, to.ticker), big: true },
    { name: 'Курс', value: rate(offer.text, from.ticker, to.ticker) },
    { name: 'Откуда', value: [from.name, from.network].filter(Boolean).join(', ') },
    { name: 'Куда', value: [to.name, to.network].filter(Boolean).join(', ') },
    ...(city ? [{ name: 'Город', value: city.name }] : []),
    ...fields.to.map(field => given('to', field)),
    ...fields.from.map(field => given('from', field)),
    { name: 'Почта', value: email },
    { name: 'Промокод', value: promocode.state === 'applied' ? promocode.text : '' },
  ].filter(line => line.value !== '');
  const minutes = from.kind === 'crypto' ? WINDOW.crypto : WINDOW.other;
  return (
    <section className="x" part="panel" aria-label="Проверка заявки">
      <Head
        title="Всё верно?"
        sub="Заявку можно отменить до оплаты"
        acted={acted}
        onBack={sending && !phase.unknown ? undefined : () => claim.back()}
      />
      <Steps at={2} />
      <Summary lines={lines} />
      <Note icon={paths.clock}>
        Курс зафиксируем на&nbsp;{minutes}&nbsp;минут с&nbsp;момента создания заявки.
      </Note>
      <Notes exchange={exchange} brief />
      {sending && phase.unknown && (
        <Note kind="w" icon={paths.clock} role="status">
          Ответа пока нет. Проверяем, создана ли заявка: второй такой же не&nbsp;будет.
        </Note>
      )}
      <button
        className="btn"
        part="button"
        type="button"
        aria-disabled={sending || undefined}
        onClick={() => void (sending || claim.create())}
      >
        {sending ? 'Создаём заявку…' : 'Создать заявку'}
        {sending && (
          <span className="bar run">
            <i />
          </span>
        )}
      </button>
    </section>
  );
}
