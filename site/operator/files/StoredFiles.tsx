import type { StoredFile } from '#core/contract/operator/verifications.ts';
import { useAccount } from '../../account/accountContext.ts';
import { saveFile } from '../../account/saveFile.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../elements/useButtonRequest.ts';
import { downloadStoredFile } from './downloadStoredFile.ts';
import { StoredPhoto } from './StoredPhoto.tsx';

/** The receipts of a client: pictures, and documents to save. */
export function StoredFiles({ files }: { files: readonly StoredFile[] }) {
  return files.map(file => {
    const label = file.name ?? 'Чек';
    return file.type.startsWith('image/') ? (
      <StoredPhoto key={file.id} file={file} label={label} />
    ) : (
      <SaveButton key={file.id} file={file} label={label} />
    );
  });
}

function SaveButton({ file, label }: { file: StoredFile; label: string }) {
  const { api } = useAccount();
  const { isSending, errorText, send } = useButtonRequest();
  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={isSending}
        onClick={() => void send(async () => saveFile(await downloadStoredFile(api, file), label))}
      >
        {isSending ? 'Скачиваем…' : `Скачать ${label}`}
      </button>
      <ErrorNote text={errorText} />
    </>
  );
}
