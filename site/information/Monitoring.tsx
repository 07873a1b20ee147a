import { useEffect } from 'react';
import type { Client } from '#core/api/client.ts';
import type { Direction } from '#core/contract/calculator.ts';
import { Copy } from '../live/Copy.tsx';
import type { Live } from '../live/live.ts';
import { origin } from '../origin.ts';
import { Article, type Markdown } from './Article.tsx';
import { Builder } from './Builder.tsx';
import '../live/pieces.css';
import './live.css';

/** Where the rates are, how they are written, and a builder of direct links. */
export function Monitoring({
  content,
  live,
  api,
}: {
  content: Markdown;
  live: Live<Direction[]>;
  api: Client;
}) {
  useEffect(() => live.watch(document), [live]);
  return (
    <Article content={content}>
      <section className="live" aria-label="Адреса выгрузки">
        <Copy name="Выгрузка XML" value={`${origin}/rates.xml`} />
        <Copy name="Выгрузка JSON" value={`${origin}/rates.json`} />
      </section>
      <section className="live" aria-labelledby="h-builder">
        <h2 id="h-builder">Собрать прямую ссылку</h2>
        <Builder live={live} api={api} />
      </section>
    </Article>
  );
}
