import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { formatMessage } from '#core/messages.ts';
import type { VerificationModel } from '#core/verification/verificationModel.ts';
import { createLazyModule } from '../../lazy/lazyModule.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { DropZone, FileListItem, formatFileSize } from './Receipts.tsx';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';
import { ConnectionLost } from '../elements/ConnectionLost.tsx';

const lazyHandoffQr = createLazyModule(() => import('../elements/HandoffQr.tsx'));

/** Photos of a card: instructions, uploaded photos, submission and its result. */
export function CardPhotos({
  model,
  noteText,
  isHandoff = false,
}: {
  model: VerificationModel;
  /** The note beside the card on the photo: «номер заявки 48217». */
  noteText: string;
  /** Whether this device is the phone of the hand-off. */
  isHandoff?: boolean;
}) {
  useSignals();
  const [phase, actionState] = [model.phase.value, model.actionState.value];
  if (phase.phase === 'loading')
    return phase.connection === 'lost' ? (
      <ConnectionLost />
    ) : (
      <span className="skeleton block" aria-busy="true" />
    );
  if (phase.phase === 'gone')
    return (
      <Notice kind="error" icon={ICON_PATHS.alert} role="alert">
        {formatMessage(phase.code)}.
      </Notice>
    );
  const { status, reason, card } = phase.verification;
  const isBusy = actionState !== 'idle';
  const restartButton = (
    <button
      className="button text"
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={() => void (isBusy || model.restart())}
    >
      Удалить фото и начать заново
    </button>
  );
  if (status === 'approved')
    return (
      <Notice icon={ICON_PATHS.shield} role="status">
        Карта {card} подтверждена.
      </Notice>
    );
  if (status === 'pending')
    return (
      <div className="decision" role="group" aria-label="Подтверждение карты">
        <Notice icon={CLAIM_ICON_PATHS.clock} role="status">
          Фото карты {card} у оператора. Ответ появится здесь и придёт на почту.
        </Notice>
        {phase.connection === 'lost' && <ConnectionLost />}
        {restartButton}
      </div>
    );
  return (
    <div className="decision" role="group" aria-label="Подтверждение карты">
      {status === 'rejected' && (
        <Notice kind="error" icon={ICON_PATHS.alert} role="alert">
          Карту не подтвердили{reason ? `: ${reason}` : ''}. Пришлите новое фото.
        </Notice>
      )}
      {status === 'expired' ? (
        <>
          <Notice kind="warning" icon={ICON_PATHS.alert} role="alert">
            Время на фото вышло. Начните заново.
          </Notice>
          {restartButton}
        </>
      ) : (
        <>
          <ol className="instructions">
            <li>
              Напишите на листе бумаги {noteText} и положите рядом карту {card} лицевой стороной вверх. Вместо
              листа подойдёт экран, на котором он виден.
            </li>
            <li>
              В кадре должны быть видны эта надпись и первые 4 и последние 4 цифры карты. Остальные цифры
              закройте.
            </li>
            <li>Обратную сторону карты не снимайте.</li>
          </ol>
          <PhotoList model={model} />
          <PhotoSubmission model={model} />
          {!isHandoff && <PhoneHandoff model={model} />}
        </>
      )}
    </div>
  );
}

/** Uploaded photos, the running upload, and the drop zone while more photos are allowed. */
function PhotoList({ model }: { model: VerificationModel }) {
  useSignals();
  const [phase, photos, limits] = [model.phase.value, model.photos.value, model.limits.value];
  const currentUpload = phase.phase === 'uploading' ? phase : null;
  const remainingCount = limits.maxCount - photos.length - (currentUpload ? 1 : 0);
  return (
    <>
      {photos.map(({ id, size, file }, index) => (
        <FileListItem
          key={id}
          name={file?.name ?? `Фото ${index + 1}`}
          imageFile={file}
          description={`${formatFileSize(size)}, загружено`}
          removal={{ name: `Убрать фото ${index + 1}`, run: () => void model.deletePhoto(id) }}
        />
      ))}
      {currentUpload && (
        <FileListItem
          name={currentUpload.name}
          description={
            currentUpload.isWaiting
              ? 'Пока не отправлено. Повторим сами'
              : `Отправлено ${Math.round(currentUpload.progress * 100)} %`
          }
          progress={currentUpload.progress}
          removal={{ name: 'Остановить отправку', run: () => model.cancelUploads() }}
        />
      )}
      {remainingCount > 0 && (
        <DropZone
          label={photos.length > 0 ? 'Добавить фото' : 'Снять или выбрать фото'}
          description={`До ${limits.maxCount} фото JPEG, PNG или WebP по ${formatFileSize(limits.maxBytes)}`}
          acceptedTypes={limits.types}
          onFiles={files => files.slice(0, remainingCount).forEach(file => model.addPhoto(file))}
        />
      )}
    </>
  );
}

/** The last error, the connection notice and the submit button. */
function PhotoSubmission({ model }: { model: VerificationModel }) {
  useSignals();
  const [phase, lastError] = [model.phase.value, model.lastError.value];
  const [actionState, canSubmit] = [model.actionState.value, model.canSubmit.value];
  const isBusy = actionState !== 'idle';
  const isConnectionLost = 'connection' in phase && phase.connection === 'lost';
  return (
    <>
      {lastError && (
        <Notice kind="error" icon={ICON_PATHS.alert} role="alert">
          {formatMessage(lastError.code, {
            ...(lastError.max !== undefined && { max: lastError.max }),
            ...(lastError.after !== undefined && { after: lastError.after }),
          })}
          .
        </Notice>
      )}
      {(actionState === 'waiting' || isConnectionLost) && <ConnectionLost />}
      <button
        className="button"
        part="button"
        type="button"
        aria-disabled={!canSubmit || isBusy || undefined}
        onClick={() => void (!canSubmit || isBusy || model.submit())}
      >
        {isBusy ? 'Отправляем…' : 'Отправить на проверку'}
      </button>
    </>
  );
}

/** Button that shows a QR code for taking the photos with a phone. */
function PhoneHandoff({ model }: { model: VerificationModel }) {
  useSignals();
  const [isOpen, setIsOpen] = useState(false);
  const HandoffQr = lazyHandoffQr.module.value?.HandoffQr;
  return (
    <>
      <button
        className="button text"
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          void lazyHandoffQr.load();
          setIsOpen(!isOpen);
        }}
      >
        <Icon d={CLAIM_ICON_PATHS.phone} size={20} />
        Снять телефоном
      </button>
      {isOpen && HandoffQr && (
        <HandoffQr
          label="Снять карту телефоном"
          getUrl={async () => (await model.createHandoff())?.url ?? null}
        >
          Наведите камеру телефона: там откроется страница для фото. Она работает на одном телефоне 30 минут.
        </HandoffQr>
      )}
    </>
  );
}
