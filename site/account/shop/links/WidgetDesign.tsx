import { useSignals } from '@preact/signals-react/runtime';
import { formatContrast, MIN_CONTRAST_RATIO } from '#core/account/shop/contrast.ts';
import {
  getDesignColor,
  WIDGET_COLORS,
  WIDGET_THEMES,
  type RefusedPair,
  type WidgetColor,
  type WidgetDesignerModel,
  type WidgetTheme,
} from '#core/account/shop/createWidgetDesigner.ts';
import { LabeledField, SelectField } from '../../../elements/pairFields.tsx';

const THEME_TEXTS: Record<WidgetTheme, string> = {
  dark: 'Тёмная',
  light: 'Светлая',
  auto: 'Как у страницы',
};
const COLOR_TEXTS: Record<WidgetColor, string> = {
  accent: 'Кнопка',
  'on-accent': 'Надпись на кнопке',
  surface: 'Фон',
  text: 'Текст',
};
const REFUSED_SUBJECTS: Record<RefusedPair['text'], string> = {
  accent: '',
  surface: '',
  'on-accent': 'надписи на кнопке',
  text: 'текста на фоне',
};
const FONTS = [
  { value: '', text: 'Как у страницы' },
  { value: 'system-ui, sans-serif', text: 'Системный' },
  { value: 'Georgia, serif', text: 'С засечками' },
  { value: 'ui-monospace, monospace', text: 'Моноширинный' },
] as const;
const DEFAULT_RADIUS_PX = 20;
const MAX_RADIUS_PX = 28;

/** The design that a page can set: theme, four colours, corners, font and border. */
export function WidgetDesign({ designer }: { designer: WidgetDesignerModel }) {
  useSignals();
  const { theme, radius, font, hasBorder } = designer.design.value;
  return (
    <div className="widget-design">
      <div className="fields" role="group" aria-label="Вид формы">
        <LabeledField text="Тема">
          <SelectField
            value={theme}
            onChange={({ target: { value } }) => designer.change({ theme: value as WidgetTheme })}
          >
            {WIDGET_THEMES.map(value => (
              <option key={value} value={value}>
                {THEME_TEXTS[value]}
              </option>
            ))}
          </SelectField>
        </LabeledField>
        <LabeledField text="Шрифт">
          <SelectField value={font} onChange={({ target: { value } }) => designer.change({ font: value })}>
            {FONTS.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        </LabeledField>
        <LabeledField text={`Скругление: ${radius ?? DEFAULT_RADIUS_PX}`}>
          <input
            type="range"
            min={0}
            max={MAX_RADIUS_PX}
            value={radius ?? DEFAULT_RADIUS_PX}
            onChange={({ target: { value } }) =>
              designer.change({ radius: Number(value) === DEFAULT_RADIUS_PX ? null : Number(value) })
            }
          />
        </LabeledField>
        <LabeledField text="Рамка">
          <SelectField
            value={hasBorder ? 'line' : 'none'}
            onChange={({ target: { value } }) => designer.change({ hasBorder: value === 'line' })}
          >
            <option value="line">Тонкая</option>
            <option value="none">Без рамки</option>
          </SelectField>
        </LabeledField>
        {WIDGET_COLORS.map(name => (
          <ColorField key={name} designer={designer} name={name} />
        ))}
      </div>
      <div aria-live="polite">
        {designer.refused.value.map(pair => (
          <RefusedNotice key={pair.background} pair={pair} designer={designer} />
        ))}
      </div>
    </div>
  );
}

function ColorField({ designer, name }: { designer: WidgetDesignerModel; name: WidgetColor }) {
  useSignals();
  const design = designer.design.value;
  const color = getDesignColor(design, name);
  return (
    <div className="color-field">
      <label>
        {COLOR_TEXTS[name]}
        <span className="color-input">
          <input
            type="color"
            value={color}
            aria-invalid={designer.refused.value.some(pair => pair.background === name || pair.text === name)}
            onChange={({ target: { value } }) => designer.setColor(name, value)}
          />
          <span className="numeric">{color}</span>
        </span>
      </label>
      {design.colors[name] !== undefined && (
        <button
          type="button"
          className="link-reset"
          aria-label={`Сбросить цвет: ${COLOR_TEXTS[name]}`}
          onClick={() => designer.setColor(name, null)}
        >
          Сбросить
        </button>
      )}
    </div>
  );
}

/** Explains why colours are not applied, and offers a readable one. */
function RefusedNotice({ pair, designer }: { pair: RefusedPair; designer: WidgetDesignerModel }) {
  const { ratio, text, suggestion } = pair;
  return (
    <div className="refused-colors">
      <p>
        Контраст {REFUSED_SUBJECTS[text]} {formatContrast(ratio)}, нужно от{' '}
        {formatContrast(MIN_CONTRAST_RATIO)}. Эти цвета не применены.
      </p>
      <button type="button" className="button" onClick={() => designer.setColor(text, suggestion)}>
        {suggestion === null ? 'Вернуть цвет текста' : `Поставить ${suggestion}`}
      </button>
    </div>
  );
}
