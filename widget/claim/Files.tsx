import { useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { BILL } from '#core/claim/bills.ts';
import type { Upload } from '#core/claim/bills.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { message } from '#core/messages.ts';
import { Icon, paths as common } from '../Icon.tsx';
import { paths } from './icons.ts';
import type { Stage } from './stage.ts';
import { Thumb } from './Thumb.tsx';

/** Bytes as people read them: «184 КБ», «1,2 МБ», «8 МБ». */
export function weight(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1000) return `${kilobytes}\u00a0КБ`;
  return `${(bytes / 1024 / 1024).toFixed(1).replace('.0', '').replace('.', ',')}\u00a0МБ`;
}

/** The receipts of a bank: those that came, those on their way, and the place to put one more. */
export function Bills({ stage, claim }: { stage: Stage; claim: ClaimStatus }) {
  useSignals();
  const { acts } = stage.claim;
  const uploads = acts.uploads.value;
  const any = claim.bills.length + uploads.length > 0;
  // The server answers a name and a size; what was chosen in this visit can be shown, too.
  const [chosen] = useState(() => new Map<string, File>());
  const add = (file: File) => {
    chosen.set(file.name, file);
    acts.addBill(file);
  };
  return (
    <div role="group" aria-label="Чеки">
      {claim.bills.map(({ id, name, size }) => (
        <Entry
          key={id}
          name={name}
          picture={chosen.get(name)}
          about={`${weight(size)}, загружен`}
          {...(claim.status !== 'hold' && {
            remove: { name: `Убрать чек ${name}`, run: () => void acts.takeBill(id) },
          })}
        />
      ))}
      {uploads.map(upload => (
        <Entry
          key={upload.key}
          name={upload.name}
          picture={chosen.get(upload.name)}
          {...told(upload)}
          remove={{ name: `Убрать чек ${upload.name}`, run: () => acts.removeBill(upload.key) }}
        />
      ))}
      <Drop
        name={any ? 'Добавить ещё чек' : 'Приложить чек'}
        about={`PDF, JPG, PNG или WebP до\u00a08\u00a0МБ`}
        types={BILL.types}
        onFiles={files => files.forEach(add)}
      />
    </div>
  );
}

/** What a file on its way says of itself. */
export function told(upload: Upload): { about: string; part?: number; error?: boolean } {
  const size = weight(upload.size);
  if (upload.state === 'refused') {
    const { code, after } = upload;
    return { about: `${message(code, after === undefined ? {} : { after })}.`, error: true };
  }
  if (upload.state === 'waiting') return { about: `${size}, нет связи. Повторим сами`, part: 0 };
  return { about: `${size}, отправлено ${Math.round(upload.part * 100)}\u00a0%`, part: upload.part };
}

/** A file: its picture when it is one, its name, what is to be said of it, the part that has left, and a way out. */
export function Entry({
  name,
  about,
  part,
  picture,
  error = false,
  remove,
}: {
  name: string;
  picture?: File | null | undefined;
  about: string;
  part?: number;
  error?: boolean;
  remove?: { name: string; run: () => void };
}) {
  const icon = <Icon d={error ? common.alert : part === undefined ? common.check : paths.paper} />;
  return (
    <div className="file">
      <span className={error ? 'danger' : 'ink'}>
        {picture && !error ? <Thumb file={picture} fallback={icon} /> : icon}
      </span>
      <span>
        <b>{name}</b>
        <span className={error ? 'meta danger' : 'meta t2'} role={error ? 'alert' : undefined}>
          {about}
        </span>
      </span>
      {remove && (
        <button type="button" className="icn" aria-label={remove.name} onClick={remove.run}>
          <Icon d={common.close} />
        </button>
      )}
      {part !== undefined && (
        <span className="bar" role="progressbar" aria-label={name} aria-valuenow={Math.round(part * 100)}>
          <i style={{ '--v': part } as CSSProperties} />
        </span>
      )}
    </div>
  );
}

/** A place to choose files at or to drop them on; `camera` opens the phone's camera first. */
export function Drop({
  name,
  about,
  types,
  camera = false,
  onFiles,
}: {
  name: ReactNode;
  about: ReactNode;
  types: readonly string[];
  camera?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const chosen = [...(files ?? [])];
    if (chosen.length > 0) onFiles(chosen);
  };
  return (
    <>
      <button
        type="button"
        className={over ? 'drop on' : 'drop'}
        onClick={() => input.current?.click()}
        onDragOver={event => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Icon d={paths.up} />
        <span>
          <b>{name}</b>
          <small>{about}</small>
        </span>
      </button>
      <input
        ref={input}
        className="vh"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        multiple
        accept={types.join()}
        {...(camera && { capture: 'environment' as const })}
        onChange={event => {
          take(event.target.files);
          // The same file may be chosen again after it was removed.
          event.target.value = '';
        }}
      />
    </>
  );
}
