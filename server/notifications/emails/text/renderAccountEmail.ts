import { escapeHtml } from '#server/platform/http/response/escapeHtml.ts';
import type { AccountEmailText } from './accountEmailText.ts';

/** The accent color of the site and the text color on it. Readable on a light and on a dark background. */
const BUTTON_COLORS = { background: '#aacf17', text: '#11150a' };

/** Renders the plain text of an e-mail. The stored version has no code and no links with tokens. */
export function renderAccountText(
  { nextStep, code, linkLabel, url, details, unsubscribe }: AccountEmailText,
  { withLink = true } = {},
): string {
  const listed = withLink && unsubscribe ? [...details, unsubscribe] : details;
  const paragraphs = listed.map(detail => {
    if (typeof detail === 'string') return detail;
    return withLink || !detail.url.includes('#') ? `${detail.text}\n${detail.url}` : detail.text;
  });
  const secrets = [...(code === undefined ? [] : [`Код: ${code}`]), `${linkLabel}:\n${url}`];
  return [nextStep, ...(withLink ? secrets : []), ...paragraphs].join('\n\n');
}

/**
 * Renders the HTML of an e-mail: one column in the colours of the mail program, and a button that is a table cell,
 * because Outlook ignores the padding of links. It loads no resources.
 */
export function renderAccountHtml({
  subject,
  nextStep,
  code,
  linkLabel,
  url,
  details,
  unsubscribe,
}: AccountEmailText): string {
  const { background, text } = BUTTON_COLORS;
  const paragraphs = [...details, ...(unsubscribe ? [unsubscribe] : [])].map(
    detail => `<p style="margin:0 0 16px">${renderParagraph(detail)}</p>`,
  );
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px">
<p style="margin:0 0 16px">${escapeLines(nextStep)}</p>
${code === undefined ? '' : `<p style="margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:4px">${escapeHtml(code)}</p>\n`}<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr>
<td bgcolor="${background}" style="border-radius:10px;mso-padding-alt:12px 20px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:${background};color:${text};font-weight:600;text-decoration:none">${escapeHtml(linkLabel)}</a></td>
</tr></table>
${paragraphs.join('\n')}
</div>
</body>
</html>
`;
}

const escapeLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

function renderParagraph(detail: AccountEmailText['details'][number]): string {
  if (typeof detail === 'string') return escapeLines(detail);
  const url = escapeHtml(detail.url);
  return `${escapeLines(detail.text)}<br><a href="${url}">${url}</a>`;
}
