import { useState, type CSSProperties } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { LinkBuilderModel } from '#core/account/shop/createLinkBuilder.ts';
import {
  createWidgetDesigner,
  PREVIEW_WIDTHS,
  type PreviewWidth,
  type WidgetDesignerModel,
} from '#core/account/shop/createWidgetDesigner.ts';
import { formatWidgetCode } from '#core/account/shop/formatWidgetCode.ts';
import { CopyField } from '../../../elements/CopyField.tsx';
import { publicOrigin } from '../../../publicOrigin.ts';
import { useAccountConnection } from '../../../shell/session/useAccountConnection.ts';
import { WidgetDesign } from './WidgetDesign.tsx';
import './widgetDesign.css';

/** The embed code of the form for the partner's page, with a preview. */
export function WidgetSection({ builder }: { builder: LinkBuilderModel }) {
  useSignals();
  const [designer] = useState(createWidgetDesigner);
  const { from, to } = builder.input.value;
  const { url, referral, body } = builder.link.value;
  const { theme, width } = designer.design.value;
  const pair = { cur_from: from, cur_to: to, amount: body.amount ?? '' };
  const code = formatWidgetCode({
    origin: publicOrigin,
    attributes: { ...pair, rid: referral, theme },
    properties: designer.properties.value,
    width,
    url,
  });
  return (
    <section className="account-section" aria-labelledby="widget-heading">
      <h2 id="widget-heading">Форма для сайта</h2>
      <p className="section-text">
        Направление, сумма и метка те же, что у ссылки выше. Цвета, которые нельзя прочитать, в код не
        попадают.
      </p>
      <div className="widget-columns">
        <WidgetDesign designer={designer} />
        <WidgetPreview designer={designer} pair={pair} />
      </div>
      <CopyField label="Код для вставки" value={code} />
    </section>
  );
}

/** The widget with this design. Without the partner's code, so that a preview does not count as a click. */
function WidgetPreview({
  designer,
  pair: { cur_from, cur_to, amount },
}: {
  designer: WidgetDesignerModel;
  pair: { cur_from: string; cur_to: string; amount: string };
}) {
  useSignals();
  const connectAccount = useAccountConnection();
  const { theme, width } = designer.design.value;
  const style: CSSProperties = { ...designer.properties.value, maxWidth: `${width}px` };
  return (
    <div className="widget-preview">
      <fieldset className="choice-row">
        <legend className="meta">Ширина, пикселей</legend>
        {PREVIEW_WIDTHS.map(one => (
          <label key={one}>
            <input
              type="radio"
              name="width"
              checked={one === width}
              onChange={() => designer.change({ width: one satisfies PreviewWidth })}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <div className="widget-page" data-theme={theme}>
        <exchange-widget
          ref={connectAccount}
          theme={theme}
          cur_from={cur_from}
          cur_to={cur_to}
          amount={amount}
          style={style}
        />
      </div>
    </div>
  );
}
