/** The text whose HMAC is the `proof` of GET /health. */
export function proofText(challenge: string, port: number): string {
  return `quoth-health-v1|${challenge}|${port}`;
}
