import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import * as watches from '#core/claim/watch.ts';
import { isClosed, STEPS, type Status } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { sum } from '#widget/figures.ts';
import { Icon, paths } from '#widget/Icon.tsx';
import { addresses } from '../addresses.ts';
import { anew } from '../claim/anew.ts';
import type { Book } from '../claim/book.ts';
import { outcome, type Said } from '../claim/outcome.ts';
import { useBusy, useShell } from '../shell/shell.ts';
import './return.css';

/** The claim that a merchant's page sends back to: which it names, else the latest of this browser. */
type Latest =
  | { phase: 'asking' }
  | { phase: 'none' }
  | { phase: 'lost' }
  | { phase: 'locked'; id: string; status: Status }
  | { phase: 'told'; claim: ClaimStatus; lost: boolean };

function useLatest({ api, kept }: Book): Latest {
  const [query] = useSearchParams();
  const [id] = useState(() => query.get('claim') ?? kept.latest()?.id);
  const [latest, set] = useState<Latest>({ phase: id ? 'asking' : 'none' });
  // Followed until it is closed.
  useEffect(() => {
    if (!id) return;
    const seen = () => document.visibilityState === 'visible';
    const watch = watches.create(
      api,
      { id, secret: kept.secret(id) },
      seen(),
      {
        told(news) {
          if (!('claim' in news)) return set({ phase: 'locked', id, status: news.status });
          if (isClosed(news.claim.status)) kept.close(id);
          set({ phase: 'told', claim: news.claim, lost: false });
        },
        lost: () => set(now => (now.phase === 'told' ? { ...now, lost: true } : { phase: 'lost' })),
        gone: () => set({ phase: 'none' }),
      },
      null,
    );
    const visible = () => watch.visible(seen());
    const now = () => void watch.now();
    now();
    document.addEventListener('visibilitychange', visible);
    addEventListener('online', now);
    addEventListener('pageshow', now);
    return () => {
      document.removeEventListener('visibilitychange', visible);
      removeEventListener('online', now);
      removeEventListener('pageshow', now);
      watch.dispose();
    };
  }, [api, kept, id]);
  return latest;
}

/** SPEC /claim/success and /claim/fail: where the latest claim is by the server, whatever the address says. */
export function Return({ book, said }: { book: Book; said: Said }) {
  const latest = useLatest(book);
  useBusy(useShell(), latest.phase === 'asking');
  return (
    <div className="wrap return">
      <section className="panel" aria-live="polite" aria-busy={latest.phase === 'asking'}>
        {latest.phase === 'told' ? (
          <Outcome claim={latest.claim} said={said} lost={latest.lost} />
        ) : (
          <Without latest={latest} />
        )}
      </section>
    </div>
  );
}

/** There is no claim to tell all of, or not yet. */
function Without({ latest }: { latest: Exclude<Latest, { phase: 'told' }> }) {
  const { phase } = latest;
  if (phase === 'locked')
    return (
      <>
        <h1>{STEPS[latest.status].label}</h1>
        <p className="text">
          Суммы и&nbsp;реквизиты видны в&nbsp;браузере, где заявку создали, и&nbsp;по&nbsp;её&nbsp;полной
          ссылке.
        </p>
        <Link className="b primary" to={`/claim/${latest.id}`}>
          Открыть заявку
        </Link>
      </>
    );
  if (phase === 'asking') return <h1>Узнаём статус заявки</h1>;
  if (phase === 'lost')
    return (
      <>
        <h1>Нет связи с&nbsp;сервером</h1>
        <p className="text">Заявка сохранена. Пробуем узнать её&nbsp;статус ещё раз сами.</p>
      </>
    );
  return (
    <>
      <h1>Заявки в&nbsp;этом браузере нет</h1>
      <p className="text">
        Откройте её&nbsp;по&nbsp;ссылке из&nbsp;письма или там, где вы&nbsp;её&nbsp;создали.
      </p>
      <Link className="b primary" to={addresses.home}>
        На&nbsp;главную
      </Link>
    </>
  );
}

function Outcome({ claim, said, lost }: { claim: ClaimStatus; said: Said; lost: boolean }) {
  const { mark, title, text, total, lines, again } = outcome(claim, said);
  const own = `/claim/${claim.id}`;
  return (
    <>
      {mark && (
        <span className={mark === 'bad' ? 'mark bad' : 'mark'}>
          <Icon d={mark === 'bad' ? paths.close : paths.check} size={26} />
        </span>
      )}
      <h1 className={total ? 'over' : undefined}>{title}</h1>
      {total && <p className="total num">{sum(claim.toSumma, claim.to.currency)}</p>}
      <p className="text">{text}</p>
      <dl className="lines">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lost && <p className="text">Нет связи с&nbsp;сервером, пробуем ещё раз сами.</p>}
      {mark === 'good' && (
        <Link className="b primary" to={anew(claim)}>
          Повторить обмен
        </Link>
      )}
      {mark === 'bad' && (
        <Link className="b primary" to={addresses.contacts}>
          Написать в&nbsp;поддержку
        </Link>
      )}
      <Link className={mark ? 'b quiet' : 'b primary'} to={own}>
        {again ? 'Вернуться к\u00a0оплате' : 'Открыть заявку'}
      </Link>
      {mark === 'bad' && (
        <Link className="b quiet" to={anew(claim)}>
          Создать новую заявку
        </Link>
      )}
      {mark !== 'bad' && (
        <Link className="b quiet" to={addresses.contacts}>
          Написать в&nbsp;поддержку
        </Link>
      )}
    </>
  );
}
