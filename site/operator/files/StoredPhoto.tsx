import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { StoredFile } from '#core/contract/operator/verifications.ts';
import { NO_POLLING } from '#core/serverQuery.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { downloadStoredFile } from './downloadStoredFile.ts';
import './storedPhoto.css';

/** Reads an image as a `data:` URL, which the page's policy allows, unlike `blob:`. */
const readAsUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the photo cannot be read')));
    reader.readAsDataURL(blob);
  });

/** A photo of a client. A press enlarges it. */
export function StoredPhoto({ file, label }: { file: StoredFile; label: string }) {
  useSignals();
  const [isLarge, setIsLarge] = useState(false);
  const query = useAccountQuery(
    async (api, options) => readAsUrl(await downloadStoredFile(api, file, options)),
    { polling: NO_POLLING, isUnsupported: () => false },
  );
  return (
    <QueryContent
      query={query}
      skeleton={<LoadingSkeleton className="photo-skeleton" label="Загружаем фото" />}
    >
      {({ data: url }) => (
        <button
          type="button"
          className="stored-photo"
          aria-pressed={isLarge}
          aria-label={`${label}: ${isLarge ? 'уменьшить' : 'увеличить'}`}
          onClick={() => setIsLarge(!isLarge)}
        >
          <img src={url} alt={label} />
        </button>
      )}
    </QueryContent>
  );
}
