// Placeholder until the first file of HTTP stands.
