import { useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { RECEIPT_LIMITS } from '#core/claim/actions/receiptUploads.ts';
import type { ReceiptUpload } from '#core/claim/claimActions.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { formatMessage } from '#core/messages.ts';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';
import type { ScreenContext } from '../screenContext.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** Formats a size in bytes: «184 КБ», «1,2 МБ», «8 МБ». */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1000) return `${kilobytes} КБ`;
  return `${(bytes / 1024 / 1024).toFixed(1).replace('.0', '').replace('.', ',')} МБ`;
}

/** Bank receipts: stored ones, running uploads, and the drop zone. */
export function Receipts({ context, claim }: { context: ScreenContext; claim: ClaimStatus }) {
  useSignals();
  const { actions: claimActions } = context.claimModel;
  const uploads = claimActions.uploads.value;
  const hasFiles = claim.bills.length + uploads.length > 0;
  // The server returns name and size only. Files chosen in this visit also have a thumbnail.
  const [chosenFiles] = useState(() => new Map<string, File>());
  const addReceipt = (file: File) => {
    chosenFiles.set(file.name, file);
    claimActions.uploadReceipt(file);
  };
  return (
    <div role="group" aria-label="Чеки">
      {claim.bills.map(({ id, name, size }) => (
        <FileListItem
          key={id}
          name={name}
          imageFile={chosenFiles.get(name)}
          description={`${formatFileSize(size)}, загружен`}
          {...(claim.status !== 'hold' && {
            removal: { name: `Убрать чек ${name}`, run: () => void claimActions.deleteReceipt(id) },
          })}
        />
      ))}
      {uploads.map(upload => (
        <FileListItem
          key={upload.key}
          name={upload.name}
          imageFile={chosenFiles.get(upload.name)}
          {...describeUpload(upload)}
          removal={{ name: `Убрать чек ${upload.name}`, run: () => claimActions.cancelUpload(upload.key) }}
        />
      ))}
      <DropZone
        label={hasFiles ? 'Добавить ещё чек' : 'Приложить чек'}
        description={`PDF, JPG, PNG или WebP до 8 МБ`}
        acceptedTypes={RECEIPT_LIMITS.types}
        onFiles={files => files.forEach(addReceipt)}
      />
    </div>
  );
}

/** Text about the state of an upload. */
export function describeUpload(upload: ReceiptUpload): {
  description: string;
  progress?: number;
  isError?: boolean;
} {
  const size = formatFileSize(upload.size);
  if (upload.state === 'refused') {
    const { code, after } = upload;
    const message = formatMessage(
      code === 'file_type' ? 'receipt_type' : code,
      after === undefined ? {} : { after },
    );
    return { description: `${message}.`, isError: true };
  }
  if (upload.state === 'waiting')
    return { description: `${size}, пока не отправлен. Повторим сами`, progress: 0 };
  return {
    description: `${size}, отправлено ${Math.round(upload.progress * 100)} %`,
    progress: upload.progress,
  };
}

/** A file: thumbnail, name, description, progress and a remove button. */
export function FileListItem({
  name,
  description,
  progress,
  imageFile,
  isError = false,
  removal,
}: {
  name: string;
  imageFile?: File | null | undefined;
  description: string;
  progress?: number;
  isError?: boolean;
  removal?: { name: string; run: () => void };
}) {
  const icon = (
    <Icon
      d={isError ? ICON_PATHS.alert : progress === undefined ? ICON_PATHS.check : CLAIM_ICON_PATHS.paper}
    />
  );
  return (
    <div className="file">
      <span className={isError ? 'danger' : 'accent-text'}>
        {imageFile && !isError ? <Thumbnail file={imageFile} fallback={icon} /> : icon}
      </span>
      <span>
        <b>{name}</b>
        <span
          className={isError ? 'caption danger' : 'caption secondary-text'}
          role={isError ? 'alert' : undefined}
        >
          {description}
        </span>
      </span>
      {removal && (
        <button type="button" className="icon-button" aria-label={removal.name} onClick={removal.run}>
          <Icon d={ICON_PATHS.close} />
        </button>
      )}
      {progress !== undefined && (
        <span
          className="progress"
          role="progressbar"
          aria-label={name}
          aria-valuenow={Math.round(progress * 100)}
        >
          <i style={{ '--v': progress } as CSSProperties} />
        </span>
      )}
    </div>
  );
}

/** Drop zone that also opens the file dialog. */
export function DropZone({
  label,
  description,
  acceptedTypes,
  onFiles,
}: {
  label: ReactNode;
  description: ReactNode;
  acceptedTypes: readonly string[];
  onFiles: (files: File[]) => void;
}) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  const handleFiles = (files: FileList | null | undefined) => {
    const chosen = [...(files ?? [])];
    if (chosen.length > 0) onFiles(chosen);
  };
  return (
    <>
      <button
        type="button"
        className={isDragOver ? 'drop-zone drag-over' : 'drop-zone'}
        onClick={() => inputRef.current?.click()}
        onDragOver={event => {
          event.preventDefault();
          setIsDragOver(true);
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={event => {
          event.preventDefault();
          setIsDragOver(false);
          handleFiles(event.dataTransfer.files);
        }}
      >
        <Icon d={CLAIM_ICON_PATHS.up} />
        <span>
          <b>{label}</b>
          <small>{description}</small>
        </span>
      </button>
      <input
        ref={inputRef}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        multiple
        accept={acceptedTypes.join()}
        onChange={event => {
          handleFiles(event.target.files);
          // Reset, so that the same file can be chosen again after removal.
          event.target.value = '';
        }}
      />
    </>
  );
}
