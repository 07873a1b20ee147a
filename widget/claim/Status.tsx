import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { can } from '#core/claim/can.ts';
import { STEPS } from '#core/claim/status.ts';
import { chunk } from '../chunk.ts';
import { sum } from '../figures.ts';
import { Note } from '../form/Notes.tsx';
import { paths as common } from '../Icon.tsx';
import * as cities from './city.ts';
import { Deadline } from './Deadline.tsx';
import { Bills } from './Files.tsx';
import { Demo, Foot } from './Foot.tsx';
import { Head } from './Head.tsx';
import { says } from './next.ts';
import { Summary } from './Summary.tsx';
import { Timeline } from './Timeline.tsx';
import type { Stage } from './stage.ts';

/** What few claims come to. */
const decision = chunk(() => import('./Decision.tsx'));
const verification = chunk(() => import('./Verify.tsx'));

/** Where an open claim is: why, what happens next, what the person can do, and the whole way. */
export function Status({
  stage,
  claim,
  lost,
  byAddress,
}: {
  stage: Stage;
  claim: ClaimStatus;
  lost: boolean;
  /** Paid to an address: there is no receipt of a bank. */
  byAddress: boolean;
}) {
  useSignals();
  const { status } = claim;
  const may = can(claim);
  const [decide, verify] = [may.includes('accept') || may.includes('refund'), may.includes('verify')];
  useEffect(() => {
    if (decide) void decision.load();
    if (verify) void verification.load();
  }, [decide, verify]);
  const Decision = decision.module.value?.Decision;
  const Verify = verification.module.value?.Verify;
  const city = cities.named(stage.life.exchange, claim);
  return (
    <section className="x" part="panel" aria-label="Статус заявки">
      <Head title={STEPS[status].label} sub={`Заявка № ${claim.number}`} acted={stage.acted} />
      <Demo claim={claim} />
      <p className="told">{says(claim)}</p>
      <Deadline claim={stage.claim} what={verify ? 'Заявка действует' : 'Ждём перевод'} />
      {decide && (Decision ? <Decision stage={stage} claim={claim} /> : <span className="sk b" />)}
      {verify && (Verify ? <Verify stage={stage} claim={claim} /> : <span className="sk b" />)}
      <Timeline claim={claim} />
      {may.includes('bill') && !(byAddress && status !== 'hold') && <Bills stage={stage} claim={claim} />}
      {!decide && status !== 'refunding' && (
        <Summary
          lines={[
            { name: 'Отдаёте', value: sum(claim.fromSumma, claim.from.currency), big: true },
            { name: 'Получаете', value: sum(claim.toSumma, claim.to.currency), big: true },
            ...(city ? [{ name: 'Город', value: city }] : []),
          ]}
        />
      )}
      <Note icon={common.info}>
        Страницу можно закрыть: заявка сохранена в&nbsp;этом браузере. О&nbsp;каждом шаге пишем на&nbsp;
        {claim.email}.
      </Note>
      <Foot stage={stage} claim={claim} lost={lost} support="sec" />
    </section>
  );
}
