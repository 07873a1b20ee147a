import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimRequisite, ClaimStatus } from '#core/contract/claim.ts';
import * as amount from '#core/exchange/amount.ts';
import { chunk } from '../chunk.ts';
import { figure, unit } from '../figures.ts';
import { Note } from '../form/Notes.tsx';
import { Icon, paths as common } from '../Icon.tsx';
import { Cancel } from './Cancel.tsx';
import * as cities from './city.ts';
import { Address, Copy } from './Copy.tsx';
import { Deadline } from './Deadline.tsx';
import { grouped } from './grouped.ts';
import { Head } from './Head.tsx';
import { paths } from './icons.ts';
import { Lost } from './Progress.tsx';
import { Support } from './Support.tsx';
import type { Stage } from './stage.ts';

const money = (currency: string) => (currency === 'RUB' ? 'рубли' : currency);

/** What is to be done, as a heading. */
function title({ kind, currency, network }: ClaimRequisite): string {
  switch (kind) {
    case 'address':
      return `Переведите ${currency}${network ? ` в\u00a0сети ${network}` : ''}`;
    case 'card':
      return `Переведите ${money(currency)} на\u00a0карту`;
    case 'phone':
      return `Переведите ${money(currency)} по\u00a0номеру телефона`;
    case 'cash':
      return `Передайте ${money(currency)} наличными`;
  }
}

const names = { address: 'Адрес', card: 'Карта', phone: 'Телефон', cash: 'Место' } as const;

/** The code is drawn by a library that only this screen needs. */
const qr = chunk(() => import('./Qr.tsx'));

/** What to pay, where and until when. */
export function Payment({
  stage,
  claim,
  requisite,
  lost,
}: {
  stage: Stage;
  claim: ClaimStatus;
  requisite: ClaimRequisite;
  lost: boolean;
}) {
  useSignals();
  const { kind, value: target, currency, network, memo, holder, bank } = requisite;
  const city = cities.named(stage.life.exchange, claim);
  const Qr = qr.module.value?.Qr;
  useEffect(() => void qr.load(), []);
  const rows: ReactNode = (
    <div>
      <Copy name={kind === 'address' ? 'Сумма' : 'Сумма, ровно'} value={amount.trim(requisite.amount)} big>
        {figure(requisite.amount)} <small>{unit(currency)}</small>
      </Copy>
      <Copy
        name={[names[kind], kind === 'card' ? bank : kind === 'cash' ? city : null]
          .filter(Boolean)
          .join(', ')}
        value={target}
      >
        {kind === 'address' ? <Address text={target} /> : grouped(kind, target)}
      </Copy>
      {memo && <Memo {...memo} />}
      {bank && kind === 'phone' && (
        <Copy name="Банк" value={bank}>
          {bank}
        </Copy>
      )}
      {holder && (
        <Copy name="Получатель" value={holder}>
          {holder}
        </Copy>
      )}
    </div>
  );
  return (
    <section className="x" part="panel" aria-label="Оплата заявки">
      <Head title={title(requisite)} sub={`Заявка № ${claim.number}`} acted={stage.acted} />
      <Deadline claim={stage.claim} what={kind === 'cash' ? 'Ждём наличные' : 'Ждём перевод'} />
      {kind === 'address' ? (
        <div className="pay">
          {Qr ? <Qr text={target} label="QR-код с адресом для перевода" /> : <div className="qr" />}
          {rows}
        </div>
      ) : (
        <div className="rows">{rows}</div>
      )}
      {memo && (
        <Note kind="w" icon={common.alert}>
          Без поля «{memo.label}» мы не&nbsp;узнаем ваш перевод. Скопируйте его в&nbsp;такое&nbsp;же поле
          кошелька.
        </Note>
      )}
      <Note icon={common.info}>
        {kind === 'address'
          ? `${network ? `Только сеть ${network}. ` : ''}Сумма должна дойти целиком: комиссию сети оплатите сверху.`
          : kind === 'cash'
            ? 'Возьмите с собой номер заявки. Сумма должна совпасть до рубля.'
            : 'Переводите одним платежом и ровно эту сумму: по ней мы узнаем ваш перевод.'}
      </Note>
      {lost && <Lost />}
      <Receive claim={claim} />
      <Support life={stage.life} />
      <Cancel stage={stage} status={claim.status} />
    </section>
  );
}

/** The comment or tag without which a transfer is nobody's: as big as the sum. */
function Memo({ label, value }: { label: string; value: string }) {
  return (
    <Copy name={label} value={value} big>
      {value}
    </Copy>
  );
}

/** What comes back for it, and where to. */
function Receive({ claim }: { claim: ClaimStatus }) {
  return (
    <p className="fine left">
      <Icon d={paths.right} size={16} />
      <span>
        Отправим {figure(claim.toSumma)}&nbsp;{unit(claim.to.currency)}: {claim.to.name}, {claim.toRequisite}
      </span>
    </p>
  );
}
