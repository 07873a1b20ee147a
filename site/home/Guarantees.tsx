import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { siteIconPaths } from '../shell/layout/siteIconPaths.ts';

const guarantees = [
  {
    sign: siteIconPaths.clock,
    title: 'Курс держим до\u00a030\u00a0минут',
    text: '20\u00a0минут, если вы отдаёте рубли, и\u00a030, если крипту',
  },
  {
    sign: ICON_PATHS.bars,
    title: 'Резерв за\u00a0вами',
    text: 'Заявка сразу занимает в\u00a0нём вашу сумму',
  },
  {
    sign: ICON_PATHS.shield,
    title: 'AML-проверка',
    text: 'Проходит до\u00a0выплаты, а\u00a0не\u00a0после',
  },
  {
    sign: siteIconPaths.list,
    title: 'Без регистрации',
    text: 'Статус заявки открывается в\u00a0том\u00a0же браузере',
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
