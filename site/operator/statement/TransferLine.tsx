import { Link } from 'react-router';
import type { ClaimReference } from '#core/contract/operator/claims.ts';
import type { MatchedLine, StatementMatch } from '#core/contract/operator/transfers/statements.ts';
import { trimTrailingZeros } from '#core/exchange/amount.ts';
import { getStatusLabel } from '../../claim/claimStatusText.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { operatorRoutePaths } from '../../routePaths.ts';
import { SelectField } from '../../elements/pairFields.tsx';
import { ClaimLink } from '../ClaimLink.tsx';
import { formatAmount } from '../deskTexts.ts';
import type { StatementLine } from './readStatement.ts';

/** A transfer with its claims. */
export type Transfer = StatementLine & MatchedLine;

/** What became of a transfer that was sent. */
export interface LineResult {
  ok: boolean;
  text: string;
  /** The claim that it is recorded for. */
  claim?: ClaimReference;
}

/** Sum, text and date of a transfer. An address leads to the claims that have it. */
export const LineFacts = ({
  line: { amount, text, date, reference, waitingSource },
  currency,
}: {
  line: StatementLine;
  currency: string;
}) => (
  <p className="statement-line">
    <b className="numeric">{formatAmount(amount, currency)}</b>
    <span>
      {waitingSource === 'network' ? (
        <Link to={`${operatorRoutePaths.operatorClaims}?q=${encodeURIComponent(text)}`}>{text}</Link>
      ) : (
        text || 'Без назначения'
      )}
      {waitingSource && <small className="numeric">№ {reference}</small>}
    </span>
    <small className="numeric">{date}</small>
  </p>
);

/** The claim that a transfer is recorded for: chosen by the person, or as a link after the record. */
export function LineChoice({
  transfer: { amount, text, waitingSource, matches },
  currency,
  chosen,
  result,
  onChoose,
}: {
  transfer: Transfer;
  currency: string;
  chosen: string;
  result: LineResult | undefined;
  onChoose: (id: string) => void;
}) {
  const match = matches.find(({ id }) => id === chosen);
  if (result?.ok)
    return (
      <p className="statement-result">
        {result.claim && <ClaimLink claim={result.claim} />} {result.text}
      </p>
    );
  return (
    <div className="fields statement-choice">
      <label>
        <span className="visually-hidden">
          Заявка перевода {formatAmount(amount, currency)} {text}
        </span>
        <SelectField value={chosen} onChange={event => onChoose(event.target.value)}>
          <option value="">Не записывать</option>
          {matches.map(one => (
            <option key={one.id} value={one.id}>
              {describeMatch(one, currency)}
            </option>
          ))}
          {waitingSource && <option value="dismissed">Не по заявке: убрать из списка</option>}
        </SelectField>
      </label>
      {match && <ClaimLink claim={match} />}
      <ErrorNote text={result?.ok === false ? result.text : null} />
    </div>
  );
}

/** Statuses in which a claim usually waits for its payment: the text of a choice does not name them. */
const USUAL_STATUSES: readonly string[] = ['waiting', 'claimed'];

function describeMatch(
  { publicNumber, status, expected, ...reasons }: StatementMatch,
  currency: string,
): string {
  const rest = trimTrailingZeros(expected);
  return [
    `№\u00a0${publicNumber}`,
    rest === '0' ? 'всё пришло' : `ждёт ${formatAmount(rest, currency)}`,
    describeReasons(reasons),
    ...(USUAL_STATUSES.includes(status) ? [] : [getStatusLabel(status)]),
  ].join(', ');
}

/** Why the claim is shown: «номер и сумма», «карта и сумма», «адрес, сумма другая». */
function describeReasons({
  isNumbered,
  isAddress,
  isSender,
  isExact,
}: Pick<StatementMatch, 'isNumbered' | 'isAddress' | 'isSender' | 'isExact'>): string {
  const sign = isNumbered ? 'номер' : isAddress ? 'адрес' : isSender ? 'карта' : '';
  if (!sign) return 'сумма';
  return isExact ? `${sign} и\u00a0сумма` : `${sign}, сумма другая`;
}
