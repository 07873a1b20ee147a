import { Link } from 'react-router';
import type { ClaimReference } from '#core/contract/operator/claims.ts';
import { operatorRoutePaths } from '../routePaths.ts';

/** Opens a claim. Its text is the number that the client sees. */
export const ClaimLink = ({ claim: { id, publicNumber } }: { claim: ClaimReference }) => (
  <Link className="numeric" to={operatorRoutePaths.operatorClaim.replace(':uuid', id)}>
    № {publicNumber}
  </Link>
);
