import type { ApiClient } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { listDirectionsCall } from '#core/contract/calculator.ts';
import { CopyField } from '../../elements/CopyField.tsx';
import { createServerQuery } from '#core/serverQuery.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { publicOrigin } from '../../publicOrigin.ts';
import { Article, type MarkdownModule } from '../Article.tsx';
import { DirectLinkBuilder } from './DirectLinkBuilder.tsx';
import '../liveSection.css';

/** Page for monitoring sites: rate export addresses, their format, and a builder of direct links. */
export function MonitoringPage({ content, api }: { content: MarkdownModule; api: ApiClient }) {
  const query = useServerQuery(() =>
    createServerQuery(api.clock, options => sendCall(api, listDirectionsCall, options)),
  );
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
