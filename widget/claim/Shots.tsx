import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { message } from '#core/messages.ts';
import type { VerificationModel } from '#core/verification/model.ts';
import { chunk } from '../chunk.ts';
import { Note } from '../form/Notes.tsx';
import { Icon, paths as common } from '../Icon.tsx';
import { Drop, Entry, weight } from './Files.tsx';
import { paths } from './icons.ts';
import { Lost } from './Lost.tsx';

const phone = chunk(() => import('./Phone.tsx'));

/** The photos of a card: what to photograph, those that are there, sending them in, and what came of it. */
export function Shots({
  model,
  number,
  handed = false,
}: {
  model: VerificationModel;
  number: string;
  /** This is the phone already. */
  handed?: boolean;
}) {
  useSignals();
  const [onPhone, showPhone] = useState(false);
  const [phase, photos, limits] = [model.phase.value, model.photos.value, model.limits.value];
  const [refused, acting, ready] = [model.refused.value, model.acting.value, model.ready.value];
  const Phone = phone.module.value?.Phone;
  if (phase.phase === 'loading')
    return phase.connection === 'lost' ? <Lost /> : <span className="sk b" aria-busy="true" />;
  if (phase.phase === 'gone')
    return (
      <Note kind="e" icon={common.alert} role="alert">
        {message(phase.code)}.
      </Note>
    );
  const { status, reason, card } = phase.verification;
  const uploading = phase.phase === 'uploading' ? phase : null;
  const busy = acting !== 'no';
  const again = (
    <button
      className="btn txt"
      type="button"
      aria-disabled={busy || undefined}
      onClick={() => void (busy || model.withdraw())}
    >
      Удалить фото и&nbsp;начать заново
    </button>
  );
  if (status === 'approved')
    return (
      <Note icon={common.shield} role="status">
        Карта {card} подтверждена.
      </Note>
    );
  if (status === 'pending')
    return (
      <div className="decide" role="group" aria-label="Подтверждение карты">
        <Note icon={paths.clock} role="status">
          Фото карты {card} у&nbsp;оператора. Ответ появится здесь и&nbsp;придёт на&nbsp;почту.
        </Note>
        {phase.connection === 'lost' && <Lost />}
        {again}
      </div>
    );
  const left = limits.maxCount - photos.length - (uploading ? 1 : 0);
  return (
    <div className="decide" role="group" aria-label="Подтверждение карты">
      {status === 'rejected' && (
        <Note kind="e" icon={common.alert} role="alert">
          Карту не&nbsp;подтвердили{reason ? `: ${reason}` : ''}. Пришлите новое фото.
        </Note>
      )}
      {status === 'expired' && (
        <Note kind="w" icon={common.alert} role="alert">
          Время на&nbsp;фото вышло. Начните заново.
        </Note>
      )}
      {status === 'expired' ? (
        again
      ) : (
        <>
          <ol className="shots">
            <li>
              Положите карту {card} лицевой стороной вверх рядом{' '}
              {handed ? 'с\u00a0экраном, на\u00a0котором открыта заявка' : 'с\u00a0этой страницей'}.
            </li>
            <li>
              В&nbsp;кадре должны быть видны номер заявки №&nbsp;{number} и&nbsp;первые 4 и&nbsp;последние
              4&nbsp;цифры карты. Остальные цифры закройте.
            </li>
            <li>Обратную сторону карты не&nbsp;снимайте.</li>
          </ol>
          {photos.map(({ id, size, file }, index) => (
            <Entry
              key={id}
              name={file?.name ?? `Фото ${index + 1}`}
              picture={file}
              about={`${weight(size)}, загружено`}
              remove={{ name: `Убрать фото ${index + 1}`, run: () => void model.remove(id) }}
            />
          ))}
          {uploading && (
            <Entry
              name={uploading.name}
              about={
                uploading.waiting
                  ? 'Нет связи. Повторим сами'
                  : `Отправлено ${Math.round(uploading.progress * 100)}\u00a0%`
              }
              part={uploading.progress}
              remove={{ name: 'Остановить отправку', run: () => model.stop() }}
            />
          )}
          {left > 0 && (
            <Drop
              name={photos.length > 0 ? 'Добавить фото' : 'Снять или выбрать фото'}
              about={`До ${limits.maxCount} фото JPEG, PNG или WebP по\u00a0${weight(limits.maxBytes)}`}
              types={limits.types}
              onFiles={files => files.slice(0, left).forEach(file => model.add(file))}
            />
          )}
          {refused && (
            <Note kind="e" icon={common.alert} role="alert">
              {message(refused.code, {
                ...(refused.max !== undefined && { max: refused.max }),
                ...(refused.after !== undefined && { after: refused.after }),
              })}
              .
            </Note>
          )}
          {(acting === 'waiting' || phase.connection === 'lost') && <Lost />}
          <button
            className="btn"
            part="button"
            type="button"
            aria-disabled={!ready || busy || undefined}
            onClick={() => void (!ready || busy || model.submit())}
          >
            {busy ? 'Отправляем…' : 'Отправить на\u00a0проверку'}
          </button>
          {!handed && (
            <button
              className="btn txt"
              type="button"
              aria-expanded={onPhone}
              onClick={() => {
                void phone.load();
                showPhone(!onPhone);
              }}
            >
              <Icon d={paths.phone} size={20} />
              Снять телефоном
            </button>
          )}
          {onPhone && Phone && (
            <Phone name="Снять карту телефоном" get={async () => (await model.handoff())?.url ?? null}>
              Наведите камеру телефона: там откроется страница для фото. Она работает на&nbsp;одном телефоне
              30&nbsp;минут.
            </Phone>
          )}
        </>
      )}
    </div>
  );
}
