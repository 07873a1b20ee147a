import { Copy } from '../live/Copy.tsx';
import { origin } from '../origin.ts';
import { useInside } from '../shell/inside.ts';
import { Article, type Markdown } from './Article.tsx';
import './live.css';
import './shops.css';

const snippet = `<script src="${origin}/widget/exchange-widget.js" async></script>
<exchange-widget cur_from="USDTTRC20" cur_to="SBERRUB">
  <a href="${origin}/?cur_from=USDTTRC20&cur_to=SBERRUB">Обменять USDT на рубли</a>
</exchange-widget>`;

/** What a shop gets, with the very widget that it would get. */
export function Shops({ content }: { content: Markdown }) {
  useInside();
  return (
    <Article content={content}>
      <section className="live" aria-label="Код для вставки">
        <Copy name="Код для вставки" value={snippet} />
      </section>
      <section className="live shop" aria-labelledby="h-shop">
        <h2 id="h-shop">Так форма выглядит на&nbsp;сайте</h2>
        <p>Форма настоящая: курс и&nbsp;лимиты текущие, заявку можно создать прямо здесь.</p>
        <exchange-widget theme="dark" cur_from="USDTTRC20" cur_to="SBERRUB" />
      </section>
    </Article>
  );
}
