/** A receipt (`bill`) or a photo, re-encoded. Stored in the database, so that all servers and backups have it. */
export interface FileRow {
  /** Random, reveals nothing. */
  id: string;
  claim_id: string | null;
  verification_id: string | null;
  /** The client's file name, shown only to the client; null for photos. */
  name: string | null;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';
  size: bigint;
  /** SHA-256 of the upload. The same file uploaded twice is stored once. */
  hash: string;
  content: Uint8Array;
  at: bigint;
}

/** A card verification. Only BIN, last four digits and an HMAC of the card are stored. */
export interface VerificationRow {
  id: string;
  /** The claim that needs the verification; null for a saved card. */
  claim_id: string | null;
  /** The account that verifies a saved card; null for a claim. */
  user_id: string | null;
  /** The saved card; null for a claim, and after the card is erased. */
  requisite_id: string | null;
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'expired';
  reason: string | null;
  bin: string;
  last4: string;
  card_hash: string;
  expires_at: bigint | null;
  decided_at: bigint | null;
  created_at: bigint;
  updated_at: bigint;
}

/** The hand-off of a verification to a phone: HMACs of its token and of the first device that opened it. */
export interface HandoffRow {
  token_hash: string;
  verification_id: string;
  device_hash: string | null;
  expires_at: bigint;
}
