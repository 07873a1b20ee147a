import { Icon, paths as signs } from '#widget/Icon.tsx';
import { paths } from '../shell/paths.ts';

const facts = [
  {
    sign: paths.clock,
    title: 'Курс держим до\u00a030\u00a0минут',
    text: '20\u00a0минут, если вы отдаёте рубли, и\u00a030, если крипту',
  },
  { sign: signs.bars, title: 'Резерв за\u00a0вами', text: 'Заявка сразу занимает в\u00a0нём вашу сумму' },
  { sign: signs.shield, title: 'AML-проверка', text: 'Проходит до\u00a0выплаты, а\u00a0не\u00a0после' },
  {
    sign: paths.list,
    title: 'Без регистрации',
    text: 'Статус заявки открывается в\u00a0том\u00a0же браузере',
  },
];

/** What holds for every exchange, because the system checks it. */
export function Trust() {
  return (
    <section className="band wrap" aria-label="Что мы обещаем">
      <ul className="trust">
        {facts.map(({ sign, title, text }) => (
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
