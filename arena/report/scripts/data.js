// The data that lie in the page: JSON, deflated, in base64.

const element = (name) => document.getElementById(name);

/** What lies in the script element of this name. */
export async function unpacked(name) {
  const bytes = Uint8Array.from(atob(element(name).textContent.trim()), (c) => c.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(plain).json();
}
