import { useRef, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { CLAIM_STATUS_RULES, isClosedStatus } from '#core/claim/status.ts';
import { moveTestClaimCall, startTestClaimCall, type TestClaimWalk } from '#core/contract/shop.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { ErrorNote } from '../../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../../elements/useButtonRequest.ts';
import { useAccount } from '../../accountContext.ts';

/** Advances a test claim through its statuses, and shows the webhook of each. */
export function TestClaimSection() {
  const { api } = useAccount();
  const [claim, setClaim] = useState<TestClaimWalk | null>(null);
  const { isSending, errorText, send } = useButtonRequest();
  const statusRef = useRef<HTMLParagraphElement>(null);
  const run = (request: () => Promise<TestClaimWalk>) =>
    send(async () => {
      setClaim(await request());
      // The pressed button is gone.
      statusRef.current?.focus();
    });
  return (
    <section className="account-section" aria-labelledby="test-claim-heading">
      <h2 id="test-claim-heading">Проверьте без денег</h2>
      <p className="section-text">
        Создайте тестовую заявку и проведите её по статусам. Каждый шаг показывает вебхук, который получит ваш
        сервер. Если тестовый вебхук уже добавлен, он придёт и туда.
      </p>
      <p ref={statusRef} tabIndex={-1} className="test-claim-status" role="status">
        {claim && (
          <>
            Заявка {claim.number}: {localizeDecimal(claim.fromSumma)}&nbsp;{claim.from.currency} на{' '}
            {localizeDecimal(claim.toSumma)}&nbsp;{claim.to.currency}.{' '}
            <strong>{CLAIM_STATUS_RULES[claim.status].label}</strong>
          </>
        )}
      </p>
      {claim && claim.next.length > 0 && (
        <div className="api-actions" role="group" aria-label="Следующий статус">
          {claim.next.map(status => (
            <button
              key={status}
              type="button"
              className="button"
              aria-disabled={isSending}
              onClick={() =>
                void run(() => sendCall(api, moveTestClaimCall, { id: claim.id, body: { status } }))
              }
            >
              {CLAIM_STATUS_RULES[status].label}
            </button>
          ))}
        </div>
      )}
      <ErrorNote text={errorText} />
      {(!claim || isClosedStatus(claim.status)) && (
        <div className="api-actions">
          <button
            type="button"
            className={claim ? 'button' : 'button primary'}
            aria-disabled={isSending}
            onClick={() => void run(() => sendCall(api, startTestClaimCall))}
          >
            {claim ? 'Создать ещё одну' : 'Создать тестовую заявку'}
          </button>
        </div>
      )}
      {claim && <WebhookLog bodies={claim.webhooks} />}
    </section>
  );
}

/** The webhooks that a claim has sent; the last one is open. */
function WebhookLog({ bodies }: { bodies: readonly string[] }) {
  const last = bodies.length - 1;
  return (
    <ol className="webhook-log" aria-label="Вебхуки заявки">
      {bodies.map((body, index) => {
        const { title, text } = describeBody(body);
        return (
          // Webhooks are only added.
          <li key={index}>
            <details open={index === last}>
              <summary>{title}</summary>
              <pre tabIndex={0} role="region" aria-label={`Вебхук ${index + 1}`}>
                {text}
              </pre>
            </details>
          </li>
        );
      })}
    </ol>
  );
}

function describeBody(body: string): { title: string; text: string } {
  const parsed = JSON.parse(body) as { type: string; data: { status?: string } };
  const title = parsed.data.status === undefined ? parsed.type : `${parsed.type}: ${parsed.data.status}`;
  return { title, text: JSON.stringify(parsed, null, 2) };
}
