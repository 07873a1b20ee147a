import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { LoadError } from '../../live/LoadError.tsx';
import { Article, type MarkdownModule } from '../Article.tsx';
import './ApiReferencePage.css';

/** Not in the prerendered page: the document comes from the server, and it changes with the server's version. */
const lazyReference = createLazyModule(async () => (await import('./ApiReference.tsx')).ApiReference);

/** Page /docs/api: every call of the API. */
export function ApiReferencePage({ content }: { content: MarkdownModule }) {
  return (
    <>
      <Article content={content} />
      <section className="container api-reference" aria-label="Вызовы">
        <LazyReference />
        <noscript>
          <p className="meta">
            Включите JavaScript в настройках браузера или откройте{' '}
            <a href="/api/openapi.json">документ OpenAPI</a>.
          </p>
        </noscript>
      </section>
    </>
  );
}

function LazyReference() {
  useSignals();
  useEffect(() => void lazyReference.load(), []);
  const ApiReference = lazyReference.module.value;
  const skeleton = <span className="skeleton api-skeleton" aria-busy="true" />;
  if (ApiReference) return <ApiReference fallback={skeleton} />;
  if (lazyReference.hasFailed.value)
    return <LoadError code="network" role="alert" onRetry={() => void lazyReference.load()} />;
  return skeleton;
}
