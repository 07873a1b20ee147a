import { useEffect, useMemo, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { sendCall } from '#core/api/sendCall.ts';
import {
  listOperatorVerificationsCall,
  type OperatorVerification,
} from '#core/contract/operator/verifications.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { RefreshFailure } from '../../account/list/RefreshFailure.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { ClaimLink } from '../ClaimLink.tsx';
import { formatWait } from '../formatWait.ts';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { removeRow } from '../removeRow.ts';
import { useStaff } from '../staffContext.ts';
import { useWorkQuery } from '../events/useWorkQuery.ts';
import { useDeskKeys } from '../keys/useDeskKeys.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { StoredPhoto } from '../files/StoredPhoto.tsx';
import '../../account/list/list.css';
import './verifications.css';

/** Page /operator/verifications: the cards that wait for a decision, one at a time, the oldest first. */
export function VerificationsPage() {
  useSignals();
  const query = useWorkQuery((api, options) => sendCall(api, listOperatorVerificationsCall, options));
  return (
    <>
      <div className="account-heading">
        <h1>Проверки карт</h1>
      </div>
      <QueryContent
        query={query}
        skeleton={<LoadingSkeleton className="account-skeleton" label="Загружаем проверки" />}
      >
        {({ data, loadedAt }) => (
          <>
            <RefreshFailure query={query} subject="Список" />
            <Queue
              verifications={data.results}
              count={data.count}
              now={loadedAt}
              onDecided={({ id }) => removeRow(query, id)}
              onStale={query.refresh}
            />
          </>
        )}
      </QueryContent>
    </>
  );
}

function Queue({
  verifications,
  count,
  now,
  onDecided,
  onStale,
}: {
  verifications: readonly OperatorVerification[];
  count: number;
  now: number;
  onDecided: (decided: OperatorVerification) => void;
  /** Called when somebody else was faster. */
  onStale: () => void;
}) {
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  /** Whether the page shows the card after one that was skipped. */
  const [isNext, setIsNext] = useState(false);
  const [notice, setNotice] = useState(NO_NOTICE);
  const waiting = verifications.filter(({ id }) => !skipped.includes(id));
  // After the last one the skipped ones come again.
  const current = waiting[0] ?? verifications[0];
  const canSkip = verifications.length > 1;
  const skip = useMemo(
    () => () => {
      if (!current || !canSkip) return;
      setIsNext(true);
      setSkipped(ids => (ids.length + 1 >= verifications.length ? [] : [...ids, current.id]));
    },
    [current, canSkip, verifications.length],
  );
  useDeskKeys(useMemo(() => ({ KeyN: skip }), [skip]));
  if (!current)
    return (
      <>
        <ListNotice notice={notice} />
        <p className="list-empty" role="status">
          Ни одна карта не ждёт. Новая появится здесь сама.
        </p>
      </>
    );
  return (
    <>
      <ListNotice notice={notice} />
      <p className="list-tools">
        <span className="meta numeric" role="status">
          Ждут решения: {count}
        </span>
        {canSkip && (
          <button type="button" className="button quiet" onClick={skip}>
            Следующая <kbd>N</kbd>
          </button>
        )}
      </p>
      <Verification
        key={current.id}
        verification={current}
        now={now}
        takesFocus={isNext}
        onDecided={decided => {
          setIsNext(false);
          const text = decided.status === 'approved' ? 'Карта подтверждена.' : 'Карта отклонена.';
          setNotice({ text, isRefusal: false });
          onDecided(decided);
        }}
        onStale={text => {
          setNotice({ text, isRefusal: true });
          onStale();
        }}
      />
    </>
  );
}

function Verification({
  verification,
  now,
  takesFocus,
  onDecided,
  onStale,
}: {
  verification: OperatorVerification;
  now: number;
  /** Whether the card gets the focus when it appears. */
  takesFocus: boolean;
  onDecided: (decided: OperatorVerification) => void;
  onStale: (text: string) => void;
}) {
  const { rights } = useStaff();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);
  const { bin, last4, claim, photos, updatedAt } = verification;
  const card = `${bin} … ${last4}`;
  return (
    <article className="verification-check" ref={ref} tabIndex={-1} aria-label={`Карта ${card}`}>
      <div className="verification-photos">
        {photos.map(photo => (
          <StoredPhoto key={photo.id} file={photo} label={`Фото карты ${card}`} />
        ))}
      </div>
      <div>
        <h2 className="numeric">{card}</h2>
        <p className="meta numeric">ждёт {formatWait(updatedAt, now)}</p>
        <ul className="verification-rules">
          <li>Карта лежит рядом с экраном, на котором открыт наш сайт.</li>
          <li>
            Видны цифры {card}
            {claim && (
              <>
                {' и номер заявки '}
                <ClaimLink claim={claim} />
              </>
            )}
            .
          </li>
          <li>Обратной стороны карты на фото нет.</li>
          <li>Фото целое, без следов правки.</li>
        </ul>
        {rights.includes('verifications') ? (
          <DecisionForm verification={verification} onDecided={onDecided} onStale={onStale} />
        ) : (
          <p className="section-text">Карты проверяет поддержка.</p>
        )}
      </div>
    </article>
  );
}
