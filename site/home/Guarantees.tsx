import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { siteIconPaths } from '../shell/layout/siteIconPaths.ts';

const guarantees = [
  {
    sign: siteIconPaths.clock,
    title: 'Курс держим до 30 минут',
    text: '20 минут, если вы отдаёте рубли, и 30, если крипту',
  },
  {
    sign: ICON_PATHS.bars,
    title: 'Резерв за вами',
    text: 'Заявка сразу занимает в нём вашу сумму',
  },
  {
    sign: ICON_PATHS.shield,
    title: 'AML-проверка',
    text: 'Проходит до выплаты, а не после',
  },
  {
    sign: siteIconPaths.list,
    title: 'Без регистрации',
    text: 'Статус заявки открывается в том же браузере',
  },
];

/** Guarantees that the system enforces for every exchange. */
export function Guarantees() {
  return (
    <section className="home-section container" aria-label="Что мы обещаем">
      <ul className="guarantees">
        {guarantees.map(({ sign, title, text }) => (
          <li key={title}>
            <Icon d={sign} />
            <span>
              <b>{title}</b>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
