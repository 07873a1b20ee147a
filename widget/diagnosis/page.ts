import type { Subject } from './diagnosis.ts';
import type { Code, Finding } from './report.ts';

/** What the form needs of its place, CSS pixels. */
const NARROW = 280;

/** Size of the root's font that browsers begin with, CSS pixels. */
const USUAL = 16;

/** Scripts of ours that the page names. */
const scripts = () =>
  [...document.scripts].filter(({ src }) => /\/exchange-widget(\.single)?\.js(\?|$)/.test(src));

/** Whether forms work here: a sandboxed frame may forbid them, and then nothing hears of a submit. */
function forms(element: HTMLElement): boolean {
  if (window.top === window) return true;
  const form = document.createElement('form');
  let heard = false;
  form.addEventListener('submit', event => {
    event.preventDefault();
    event.stopPropagation();
    heard = true;
  });
  const place = element.shadowRoot ?? document.body;
  place.append(form);
  form.requestSubmit();
  form.remove();
  return heard;
}

function storage(): boolean {
  try {
    return Boolean(window.localStorage && window.sessionStorage);
  } catch {
    return false;
  }
}

/** What the page is like for the widget, and which widget it is. */
export function page({ element, version, others, script, base }: Subject): Finding[] {
  const found: Finding[] = [];
  const say = (level: Finding['level'], code: Code, message: string) => found.push({ code, level, message });
  const { origin } = new URL(script);

  say('info', 'script', `Версия ${version}, скрипт с ${origin}, API ${base}.`);
  const other = [...new Set(others)].filter(one => one !== version);
  if (other.length > 0)
    say(
      'warning',
      'version_other',
      `На странице есть и скрипт версии ${other.join(', ')}. Работает ${version}, она пришла первой. Оставьте одну.`,
    );
  else if (scripts().length > 1 || others.length > 0)
    say('info', 'script_twice', 'Скрипт подключён больше одного раза. Работает первый, второй не мешает.');

  if (element.isConnected && !forms(element))
    say(
      'error',
      'forms_blocked',
      'Рамка, в которой открыта страница, не пускает формы. Добавьте в её sandbox: allow-forms.',
    );
  if (!storage())
    say(
      'info',
      'storage_closed',
      'Странице закрыто хранилище: после обновления заявку нужно будет начать заново. Рамке с sandbox нужно ещё allow-same-origin.',
    );

  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (root !== USUAL)
    say('info', 'root_font_size', `Размер шрифта у корня страницы ${root}px. Виджет от него не зависит.`);

  const { width } = element.getBoundingClientRect();
  if (!element.isConnected)
    say(
      'warning',
      'element_detached',
      'Элемент не на странице: он ничего не показывает. Вставьте его в документ.',
    );
  else if (!element.checkVisibility() || width === 0)
    say('info', 'element_hidden', 'Элемент сейчас не виден: он или его место скрыты.');
  else if (width < NARROW)
    say(
      'warning',
      'place_narrow',
      `Место под виджет шириной ${Math.floor(width)}px. Форме нужно от ${NARROW}px, иначе она выйдет за край.`,
    );
  if (!element.querySelector(':scope > a[href]'))
    say(
      'info',
      'link_missing',
      `Внутри элемента нет ссылки. Где скрипт закрыт, посетитель не увидит ничего. Вложите <a href="${base}/">.`,
    );
  return found;
}
