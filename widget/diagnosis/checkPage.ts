import type { DiagnosisTarget, FindingCode, Finding } from './report.ts';

/** Minimum width of the form, CSS pixels. */
const MIN_WIDTH_PX = 280;

/** Default root font size of browsers, CSS pixels. */
const DEFAULT_ROOT_FONT_SIZE_PX = 16;

/** Script elements of the page that load the widget. */
const findWidgetScripts = () =>
  [...document.scripts].filter(({ src }) => /\/exchange-widget(\.single)?\.js(\?|$)/.test(src));

/** Whether forms can be submitted. A sandboxed frame can block them without a submit event. */
function canSubmitForms(element: HTMLElement): boolean {
  if (window.top === window) return true;
  const form = document.createElement('form');
  let isSubmitted = false;
  form.addEventListener('submit', event => {
    event.preventDefault();
    event.stopPropagation();
    isSubmitted = true;
  });
  const container = element.shadowRoot ?? document.body;
  container.append(form);
  form.requestSubmit();
  form.remove();
  return isSubmitted;
}

function isStorageAvailable(): boolean {
  try {
    return Boolean(window.localStorage && window.sessionStorage);
  } catch {
    return false;
  }
}

/** Checks the page around the widget, and reports the script's version and origin. */
export function checkPage({ element, version, others, script, base }: DiagnosisTarget): Finding[] {
  const found: Finding[] = [];
  const addFinding = (level: Finding['level'], code: FindingCode, message: string) =>
    found.push({ code, level, message });
  const { origin } = new URL(script);

  addFinding('info', 'script', `Версия ${version}, скрипт с ${origin}, API ${base}.`);
  const otherVersions = [...new Set(others)].filter(one => one !== version);
  if (otherVersions.length > 0)
    addFinding(
      'warning',
      'version_other',
      `На странице есть и скрипт версии ${otherVersions.join(', ')}. Работает ${version}, она пришла первой. Оставьте одну.`,
    );
  else if (findWidgetScripts().length > 1 || others.length > 0)
    addFinding(
      'info',
      'script_twice',
      'Скрипт подключён больше одного раза. Работает первый, второй не мешает.',
    );

  if (element.isConnected && !canSubmitForms(element))
    addFinding(
      'error',
      'forms_blocked',
      'Рамка, в которой открыта страница, не пускает формы. Добавьте в её sandbox: allow-forms.',
    );
  if (!isStorageAvailable())
    addFinding(
      'info',
      'storage_closed',
      'Странице закрыто хранилище: после обновления заявку нужно будет начать заново. Рамке с sandbox нужно ещё allow-same-origin.',
    );

  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (root !== DEFAULT_ROOT_FONT_SIZE_PX)
    addFinding(
      'info',
      'root_font_size',
      `Размер шрифта у корня страницы ${root}px. Виджет от него не зависит.`,
    );

  const { width } = element.getBoundingClientRect();
  if (!element.isConnected)
    addFinding(
      'warning',
      'element_detached',
      'Элемент не на странице: он ничего не показывает. Вставьте его в документ.',
    );
  else if (!element.checkVisibility() || width === 0)
    addFinding('info', 'element_hidden', 'Элемент сейчас не виден: он или его место скрыты.');
  else if (width < MIN_WIDTH_PX)
    addFinding(
      'warning',
      'place_narrow',
      `Место под виджет шириной ${Math.floor(width)}px. Форме нужно от ${MIN_WIDTH_PX}px, иначе она выйдет за край.`,
    );
  if (!element.querySelector(':scope > a[href]'))
    addFinding(
      'info',
      'link_missing',
      `Внутри элемента нет ссылки. Где скрипт закрыт, посетитель не увидит ничего. Вложите <a href="${base}/">.`,
    );
  return found;
}
