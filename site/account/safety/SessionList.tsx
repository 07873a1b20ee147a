import { useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ApiClient } from '#core/api/client.ts';
import type { AccountSession } from '#core/contract/user.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { createAccountSessions } from '#core/session/createAccountSessions.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { QueryContent } from '../QueryContent.tsx';
import { LogOutButton } from '../LogOutButton.tsx';

/** The devices with a login. Reloads when `revision` changes. Renders nothing if the backend cannot list them. */
export function SessionList({ api, revision }: { api: ApiClient; revision: number }) {
  useSignals();
  const [model] = useState(() => createAccountSessions(api));
  useServerQuery(model, revision);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const ending = model.ending.value;
  if (model.state.value.phase === 'unsupported') return null;

  async function announceEnd(end: Promise<boolean>, text: string): Promise<void> {
    if (!(await end)) return;
    setAnnouncement(text);
    // The button is gone.
    headingRef.current?.focus();
  }
  const endSession = ({ id, device }: AccountSession) =>
    announceEnd(model.endSession(id), `Сеанс завершён: ${device}`);

  return (
    <section className="account-section" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading" ref={headingRef} tabIndex={-1}>
        Устройства
      </h2>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <QueryContent query={model} skeleton={<span className="skeleton session-skeleton" aria-busy="true" />}>
        {({ data: sessions }) => (
          <>
            <ul className="session-list">
              {sessions.map(session => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isEnding={typeof ending.sessions === 'object' && ending.sessions?.id === session.id}
                  onEnd={() => void endSession(session)}
                />
              ))}
            </ul>
            {ending.error !== null && (
              <p className="form-error" role="alert">
                {formatAccountMessage<string>(ending.error)}.
              </p>
            )}
            {sessions.length > 1 && (
              <div className="session-actions">
                <button
                  type="button"
                  className="button"
                  aria-disabled={ending.sessions === 'others'}
                  onClick={() =>
                    void announceEnd(model.endOtherSessions(), 'Сеансы на других устройствах завершены')
                  }
                >
                  {ending.sessions === 'others' ? 'Завершаем…' : 'Завершить все остальные'}
                </button>
                <LogOutButton all />
              </div>
            )}
          </>
        )}
      </QueryContent>
    </section>
  );
}

function SessionRow({
  session,
  isEnding,
  onEnd,
}: {
  session: AccountSession;
  isEnding: boolean;
  onEnd: () => void;
}) {
  const { device, network, usedAt, createdAt, current } = session;
  return (
    <li>
      <div>
        <p className="session-device">{device || 'Неизвестное устройство'}</p>
        <p className="meta">
          {network}
          {network && ' · '}вход {formatDateTime(createdAt)}
        </p>
      </div>
      {current ? (
        <span className="session-current">Это устройство</span>
      ) : (
        <>
          <span className="meta">активность {formatDateTime(usedAt)}</span>
          <button
            type="button"
            className="button"
            aria-label={`Завершить сеанс: ${device}`}
            aria-disabled={isEnding}
            onClick={onEnd}
          >
            {isEnding ? 'Завершаем…' : 'Завершить'}
          </button>
        </>
      )}
    </li>
  );
}
