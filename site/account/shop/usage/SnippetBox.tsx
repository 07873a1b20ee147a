import { useState } from 'react';
import { useClipboard } from '#widget/claim/elements/useClipboard.ts';
import type { Snippet } from './snippetTexts.ts';

/** A program in several languages, one of them shown, with a button that copies it. */
export function SnippetBox({ label, snippets }: { label: string; snippets: readonly Snippet[] }) {
  const [chosen, setChosen] = useState(snippets[0]);
  const { language = '', text = '' } = chosen ?? {};
  const { state, copy, valueRef } = useClipboard(text);
  return (
    <div className="snippet" role="group" aria-label={label}>
      <div className="snippet-languages">
        {snippets.map(snippet => (
          <button
            key={snippet.language}
            type="button"
            className="button quiet"
            aria-pressed={snippet === chosen}
            onClick={() => setChosen(snippet)}
          >
            {snippet.language}
          </button>
        ))}
        <button
          type="button"
          className="button"
          aria-label={`Скопировать: ${label}, ${language}`}
          onClick={copy}
        >
          {state === 'copied' ? 'Скопировано' : 'Скопировать'}
        </button>
      </div>
      <pre
        ref={element => void (valueRef.current = element)}
        tabIndex={0}
        role="region"
        aria-label={`${label}, ${language}`}
      >
        {text.trimEnd()}
      </pre>
      <span className="visually-hidden" role="status">
        {state === 'copied' && 'Скопировано'}
        {state === 'selected' && 'Выделено: скопируйте сами'}
      </span>
    </div>
  );
}
