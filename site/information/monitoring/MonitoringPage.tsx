import type { ApiClient } from '#core/api/client.ts';
import type { Direction } from '#core/contract/calculator.ts';
import { CopyField } from '../../elements/CopyField.tsx';
import type { ServerQuery } from '#core/serverQuery.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { publicOrigin } from '../../publicOrigin.ts';
import { Article, type MarkdownModule } from '../Article.tsx';
import { DirectLinkBuilder } from './DirectLinkBuilder.tsx';
import '../liveSection.css';

/** Page for monitoring sites: rate export addresses, their format, and a builder of direct links. */
export function MonitoringPage({
  content,
  query,
  api,
}: {
  content: MarkdownModule;
  query: ServerQuery<Direction[]>;
  api: ApiClient;
}) {
  useServerQuery(query);
  return (
    <Article content={content}>
      <section className="live-section" aria-label="Адреса выгрузки">
        <CopyField label="Выгрузка XML" value={`${publicOrigin}/rates.xml`} />
        <CopyField label="Выгрузка JSON" value={`${publicOrigin}/rates.json`} />
      </section>
      <section className="live-section" aria-labelledby="h-builder">
        <h2 id="h-builder">Собрать прямую ссылку</h2>
        <DirectLinkBuilder query={query} api={api} />
      </section>
    </Article>
  );
}
