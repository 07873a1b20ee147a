import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { code as codeOf } from '#core/api/error.ts';
import type { ClaimForm, ClaimStatus } from '#core/contract/claim.ts';
import { message } from '#core/messages.ts';
import { sum } from '../figures.ts';
import { Note } from '../form/Notes.tsx';
import { Icon, paths as common } from '../Icon.tsx';
import { Deadline } from './Deadline.tsx';
import { Demo, Foot } from './Foot.tsx';
import { leave } from './guard.ts';
import { Head } from './Head.tsx';
import { paths } from './icons.ts';
import type { Stage } from './stage.ts';

/** Posts the merchant's form in this tab. */
function post({ action, method, fields }: Extract<ClaimForm, { kind: 'merchant' }>): void {
  const form = document.createElement('form');
  Object.assign(form, { action, method, hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  leave();
  form.submit();
  form.remove();
}

/** Payment on a merchant's page: reached from our own site, to which a partner's page leads first. */
export function Merchant({ stage, claim, lost }: { stage: Stage; claim: ClaimStatus; lost: boolean }) {
  useSignals();
  const [state, setState] = useState<'idle' | 'busy' | { code: string }>('idle');
  const { home, base } = stage.life;
  const secret = stage.claim.secret();
  const pay = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      const form = await stage.claim.acts.form();
      if (form.kind === 'merchant') return post(form);
      // Paid elsewhere or chosen anew: the state tells.
      stage.claim.wake();
      setState('idle');
    } catch (error) {
      setState({ code: codeOf(error) });
    }
  };
  const amount = sum(claim.fromSumma, claim.from.currency);
  return (
    <section className="x" part="panel" aria-label="Оплата заявки">
      <Head title="Оплатите заявку" sub={`Заявка № ${claim.number}`} acted={stage.acted} />
      <Demo claim={claim} />
      <Deadline claim={stage.claim} what="Ждём оплату" />
      <p className="hero num">{amount}</p>
      <p className="told">
        {home
          ? 'Откроется страница платёжной системы. После оплаты она вернёт вас сюда.'
          : 'Заявка откроется на\u00a0нашем сайте, в\u00a0новой вкладке. Оттуда вы перейдёте к\u00a0оплате.'}
      </p>
      {typeof state === 'object' && (
        <Note kind="e" icon={common.alert} role="alert">
          {message(state.code)}.
        </Note>
      )}
      {home ? (
        <button
          className="btn"
          part="button"
          type="button"
          aria-disabled={state === 'busy' || undefined}
          onClick={() => void pay()}
        >
          Перейти к&nbsp;оплате <Icon d={paths.right} />
        </button>
      ) : (
        <a
          className="btn"
          part="button"
          href={`${base}/claim/${claim.id}${secret ? `#${secret}` : ''}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Перейти к&nbsp;оплате <Icon d={paths.right} />
        </a>
      )}
      <Foot stage={stage} claim={claim} lost={lost} />
    </section>
  );
}
