import { createHash, X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

/** A key with a self-signed certificate, in PEM. */
export interface Certificate {
  key: string;
  cert: string;
  /** Digest of the public key. A browser that gets it as an option trusts this certificate, and no other program does. */
  publicKeyDigest: string;
}

/** Creates a certificate for the host. It is valid for a year and is never stored. */
export async function createCertificate(host: string): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, publicKeyDigest: createHash('sha256').update(publicKey).digest('base64') };
}
