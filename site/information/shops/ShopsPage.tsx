import { CopyField } from '../../elements/CopyField.tsx';
import { publicOrigin } from '../../publicOrigin.ts';
import { useAccountConnection } from '../../shell/session/useAccountConnection.ts';
import { useShadowLinks } from '../../shell/layout/useShadowLinks.ts';
import { ReferralTermsSection } from '../referral/ReferralTerms.tsx';
import { Article, type MarkdownModule } from '../Article.tsx';
import '../liveSection.css';
import './ShopsPage.css';

const embedSnippet = `<script src="${publicOrigin}/widget/exchange-widget.js?cur_from=USDTTRC20&cur_to=SBERRUB" async crossorigin></script>
<exchange-widget cur_from="USDTTRC20" cur_to="SBERRUB">
  <a href="${publicOrigin}/?cur_from=USDTTRC20&cur_to=SBERRUB">Обменять USDT на рубли</a>
</exchange-widget>`;

/** Page for shops, with a live widget as it appears in a shop. */
export function ShopsPage({ content }: { content: MarkdownModule }) {
  useShadowLinks();
  const connectAccount = useAccountConnection();
  return (
    <Article content={content}>
      <section className="live-section" aria-label="Код для вставки">
        <CopyField label="Код для вставки" value={embedSnippet} />
      </section>
      <section className="live-section shop" aria-labelledby="h-shop">
        <h2 id="h-shop">Так форма выглядит на сайте</h2>
        <p>Форма настоящая: курс и лимиты текущие, заявку можно создать прямо здесь.</p>
        <exchange-widget ref={connectAccount} theme="dark" cur_from="USDTTRC20" cur_to="SBERRUB" />
      </section>
      <ReferralTermsSection />
    </Article>
  );
}
